import { readFileSync, readdirSync } from "node:fs";
import { inRoot, readJson } from "./root.mjs";

/** @typedef {{ name: string; version: string; license?: string }} PackageManifest */

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

const RULE = "-".repeat(78);

/**
 * What the licences of bundled packages ask to be passed on.
 * @param {readonly string[]} folders folders of packages, from the root
 * @param {readonly { name: string; text: string }[]} others licences of what is shipped besides
 * @returns {string} the text of `THIRD-PARTY-NOTICES.txt`; throws when a package comes without a licence
 */
export function noticesOf(folders, others) {
  const packages = folders.map((folder) => {
    const { name, version, license = "" } = /** @type {PackageManifest} */ (readJson(`${folder}/package.json`));
    const files = readdirSync(inRoot(folder)).filter((file) => LICENCE_FILE.test(file));
    if (files.length === 0 && license === "") throw new Error(`${folder} has no licence, so it cannot be shipped.`);
    const texts = files.map((file) => readFileSync(inRoot(folder, file), "utf8").trim());
    return { name: `${name} ${version}`, text: texts.length > 0 ? texts.join("\n\n") : `Licence: ${license}` };
  });
  const parts = [...packages, ...others].map(({ name, text }) => `${RULE}\n${name}\n${RULE}\n\n${text.trim()}\n`);
  return `This extension contains the following packages and programs.\n\n${parts.join("\n")}`;
}
