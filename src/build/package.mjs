import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { archiveEntries } from "./archive-entries.mjs";
import { kilobytes } from "./bundle-sizes.mjs";
import { EXTENSION_BUNDLE } from "./bundles.mjs";
import { run } from "./child.mjs";
import { packageFindings } from "./package-check.mjs";
import { stagePackage } from "./package-files.mjs";
import { RIPGREP_OF } from "./ripgrep-program.mjs";
import { inRoot } from "./root.mjs";

const VSCE = "node_modules/@vscode/vsce/vsce";

/**
 * @param {string} target a platform, such as `linux-x64`
 * @returns {string} its package, from the root
 */
export function packageOf(target) {
  return `dist/toolcall-${target}.vsix`;
}

/**
 * @returns {string} the platform of this machine, in the words of packages
 */
export function ownTarget() {
  const arch = process.arch === "arm" ? "armhf" : process.arch;
  return `${existsSync("/etc/alpine-release") ? "alpine" : process.platform}-${arch}`;
}

/**
 * Packages the built extension for one platform and checks what is in the package.
 * @param {string} target a platform of `RIPGREP_OF`
 * @returns {Promise<string[]>} a sentence for each thing that is wrong; none when the package is there and fine
 */
export async function packageFor(target) {
  if (!(target in RIPGREP_OF)) {
    return [`There is no ripgrep for ${target}. There is one for ${Object.keys(RIPGREP_OF).join(", ")}.`];
  }
  if (!existsSync(inRoot(EXTENSION_BUNDLE.outfile))) {
    return [`There is no extension to package: ${EXTENSION_BUNDLE.entry} is missing.`];
  }
  const [staged, file] = [`.cache/package/${target}`, packageOf(target)];
  await stagePackage(target, staged);
  mkdirSync(inRoot("dist"), { recursive: true });
  const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
  const { code, output } = await run(
    process.execPath,
    [inRoot(VSCE), "package", ...options, "--target", target, "--out", inRoot(file)],
    { output: "kept", cwd: inRoot(staged) },
  );
  return code === 0 ? packageFindings(file) : [`vsce could not package ${staged}:\n${output.trim()}`];
}

/**
 * The job of `npm run package`: for this platform, for those that are named, or with `--all` for every one.
 * @param {readonly string[]} args arguments
 * @returns {Promise<number>} exit code
 */
export async function packageExtension(args) {
  const named = args.filter((arg) => !arg.startsWith("-"));
  const targets = args.includes("--all") ? Object.keys(RIPGREP_OF) : named.length > 0 ? named : [ownTarget()];
  let isFine = true;
  for (const target of targets) {
    console.log(`toolcall: packaging for ${target} …`);
    const findings = await packageFor(target).catch((/** @type {unknown} */ error) => [
      error instanceof Error ? error.message : String(error),
    ]);
    for (const finding of findings) console.error(finding);
    if (findings.length === 0) tell(packageOf(target), targets.length === 1);
    else isFine = false;
  }
  return isFine ? 0 : 1;
}

/**
 * @param {string} file a package, from the root
 * @param {boolean} isListed whether to tell of each file in it
 */
function tell(file, isListed) {
  const entries = archiveEntries(readFileSync(inRoot(file)));
  if (isListed) for (const { name, content } of entries) console.log(`  ${name} ${kilobytes(content().length)}`);
  console.log(`toolcall: ${file} has ${entries.length} files, ${kilobytes(statSync(inRoot(file)).size)}`);
}
