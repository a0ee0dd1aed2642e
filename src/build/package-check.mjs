import { readFileSync } from "node:fs";
import { archiveEntries } from "./archive-entries.mjs";
import { BUNDLES } from "./bundles.mjs";
import { ROOT, inRoot } from "./root.mjs";

/** A package stays under this many bytes. */
export const PACKAGE_BYTES = 8_000_000;

/** Everything that a package may contain, by its path in the archive; vsce changes the case of some names. */
const ALLOWED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(?:package|package\.nls(?:\.[\w-]+)?|language-configuration|snippets)\.json$/,
  /^extension\/(?:README|CHANGELOG)\.md$/i,
  /^extension\/LICENSE(?:\.txt)?$/,
  /^extension\/THIRD-PARTY-NOTICES\.txt$/,
  /^extension\/dist\/tree-sitter\.cjs$/,
  ...BUNDLES.filter(({ format }) => format === "commonjs").map(({ outfile }) => exactly(`extension/${outfile}`)),
  /^extension\/dist\/tree-sitter[\w.-]*\.(?:wasm|txt)$/,
  /^extension\/dist\/rg\/rg(?:\.exe)?$/,
  /^extension\/dist\/webview\/(?:[\w-]+\/)*[\w.-]+\.(?:js|css|ttf)$/,
  /^extension\/media\/(?:[\w-]+\/)*[\w.-]+\.(?:png|svg|md|json)$/,
  /^extension\/(?:syntaxes|l10n)\/[\w.-]+\.json$/,
];

/** What a package must contain to work. */
const NEEDED = [
  /^extension\/package\.json$/,
  /^extension\/dist\/extension\.cjs$/,
  /^extension\/dist\/window\.cjs$/,
  /^extension\/dist\/webview\/main\.js$/,
  /^extension\/dist\/tree-sitter-bash\.wasm$/,
  /^extension\/dist\/rg\/rg(?:\.exe)?$/,
];

/** Sources, tests and what they leave behind; the first list does not allow them, this one says why. */
const FORBIDDEN =
  /(?:\.d\.ts|\.ts|\.map|\.tsbuildinfo|\.env|\.npmrc|\.vsix)$|(?:^|\/)(?:test|node_modules|\.git|\.cache)\//;

/** Texts that are somebody's secret, or tell of the machine that built the package. */
const SECRETS = [
  { what: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/=]{40}/ },
  { what: "a token of a code host", pattern: /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9_]{60}/ },
  { what: "a token of a package registry", pattern: /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*[^\s$"'`]{8}/ },
  { what: "a key of a cloud or a model", pattern: /\bAKIA[0-9A-Z]{16}\b|\bsk-(?:ant-)?[A-Za-z0-9_-]{32}/ },
];

const TEXT = /\.(?:cjs|js|css|json|md|txt|xml|svg|vsixmanifest)$/;

/**
 * @param {string} path a path in an archive
 * @returns {RegExp} a pattern for that path alone
 */
function exactly(path) {
  return new RegExp(`^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}

/**
 * What is wrong with a package.
 * @param {string} file the package, from the root
 * @returns {string[]} a sentence for each finding; none when all is well
 */
export function packageFindings(file) {
  const bytes = readFileSync(inRoot(file));
  const entries = archiveEntries(bytes);
  const names = entries.map(({ name }) => name);
  return [
    ...(bytes.length < PACKAGE_BYTES ? [] : [`it has ${bytes.length} bytes; it has to stay under ${PACKAGE_BYTES}.`]),
    ...names.filter((name) => FORBIDDEN.test(name)).map((name) => `${name} is a source, a test or a secret.`),
    ...names
      .filter((name) => !FORBIDDEN.test(name) && !ALLOWED.some((pattern) => pattern.test(name)))
      .map((name) => `${name} is not on the list of what a package contains (src/build/package-check.mjs).`),
    ...NEEDED.filter((pattern) => !names.some((name) => pattern.test(name))).map(
      (pattern) => `nothing in it is ${pattern.source.replaceAll("\\", "")}, which it needs.`,
    ),
    ...entries
      .filter(({ name, mode }) => name.endsWith("/rg") && (mode & 0o111) !== 0o111)
      .map(({ name }) => `${name} could not be run: its mode is not 755.`),
    ...entries.filter(({ name }) => TEXT.test(name)).flatMap(secretsIn),
  ].map((finding) => `${file}: ${finding}`);
}

/**
 * @param {import("./archive-entries.mjs").ArchiveEntry} entry a text in a package
 * @returns {string[]} a sentence for each secret in it, without the secret
 */
function secretsIn({ name, content }) {
  const text = content().toString("utf8");
  return [
    ...SECRETS.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${name} contains ${what}.`),
    ...(text.includes(ROOT) ? [`${name} names a folder of the machine that built it.`] : []),
  ];
}
