import {
  provideVSCodeDesignSystem,
  vsCodeBadge,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextArea,
} from "@vscode/webview-ui-toolkit";

/**
 * Makes VS Code's own elements known to the page: `vscode-button`, `vscode-text-area`, `vscode-dropdown` with
 * `vscode-option`, `vscode-checkbox`, `vscode-badge` and `vscode-progress-ring`. Nothing else imports the toolkit.
 */
export function registerElements(): void {
  provideVSCodeDesignSystem().register(
    vsCodeBadge(),
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeTextArea(),
  );
}
