import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ID = "[\\w$]+";

/** The function that is asked whether an extension may use a proposal, told by the one behind it that complains. */
const ALWAYS = new RegExp(
  `function (${ID})\\((${ID}),(${ID})\\)\\{return!0\\}` +
    `(?=function ${ID}\\(${ID},${ID}\\)\\{if\\(!\\1\\(${ID},${ID}\\)\\)throw new Error\\(\`Extension ')`,
);
const WHEN_ENABLED = "function $1($2,$3){return $2.enabledApiProposals?$2.enabledApiProposals.includes($3):!1}";

const FOR_ALL = /this\._envEnablesProposedApiForAll=!0/;
const FOR_NAMED = "this._envEnablesProposedApiForAll=!1";

/**
 * Puts VS Code's own check of proposed API back. The pinned server lets every extension use it, VS Code does not, and
 * an extension of the Marketplace may not: without the check, tests would pass that fail where people use it. Throws when
 * the check is not where this version is known to have it.
 */
export function restoreProposedApiChecks(vscode: string): void {
  const replace = (file: string, pattern: RegExp, replacement: string) => {
    const path = join(vscode, "out", file);
    const text = readFileSync(path, "utf8");
    if (!pattern.test(text)) {
      throw new Error(`${file} has no check of proposed API where it was; adapt test/vscode-host/proposed-api.ts`);
    }
    writeFileSync(path, text.replace(pattern, replacement));
  };
  replace("vs/workbench/api/node/extensionHostProcess.js", ALWAYS, WHEN_ENABLED);
  replace("vs/workbench/api/worker/extensionHostWorkerMain.js", ALWAYS, WHEN_ENABLED);
  replace("vs/code/browser/workbench/workbench.js", ALWAYS, WHEN_ENABLED);
  replace("vs/code/browser/workbench/workbench.js", FOR_ALL, FOR_NAMED);
}
