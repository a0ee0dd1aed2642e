import type { Intent } from "../../../src/protocol/intents.ts";
import type { PanelPage } from "./panel-page.ts";

/** What the panel wanted of some kind. */
export async function wanted<Kind extends Intent["kind"]>(
  panel: PanelPage,
  kind: Kind,
): Promise<readonly Extract<Intent, { kind: Kind }>[]> {
  return (await panel.posted()).filter((intent): intent is Extract<Intent, { kind: Kind }> => intent.kind === kind);
}

/** What has the focus: its class, or its name when it has none. */
export function focused({ page }: PanelPage): Promise<string> {
  return page.evaluate<string>("document.activeElement.className || document.activeElement.localName");
}
