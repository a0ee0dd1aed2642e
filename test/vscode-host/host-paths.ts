import { join, resolve } from "node:path";
import { inRoot } from "../../src/build/root.mjs";

/** Where the parts of an installed VS Code server are; absolute paths. */
export interface HostPaths {
  readonly folder: string;
  /** The Node that runs it. */
  readonly node: string;
  readonly vscode: string;
  readonly serverMain: string;
  readonly stamp: string;
}

/** The paths below a folder; by default `VSCODE_HOST_DIR`, or a folder of the project that git ignores. */
export function hostPaths(folder = process.env["VSCODE_HOST_DIR"] ?? inRoot(".cache/vscode-host")): HostPaths {
  const absolute = resolve(folder);
  return {
    folder: absolute,
    node: join(absolute, "node", "bin", "node"),
    vscode: join(absolute, "vscode"),
    serverMain: join(absolute, "vscode", "out", "server-main.js"),
    stamp: join(absolute, "installed.json"),
  };
}
