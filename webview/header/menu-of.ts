import type { Intent } from "../../src/protocol/intents.ts";
import type { PanelContext } from "../panel-element.ts";
import type { Action } from "../rows/actions.ts";
import { openAll } from "../rows/expansion.ts";
import { STRINGS } from "../strings.ts";

/** What can be done with the panel and its session. */
export function menuOf(context: PanelContext): readonly Action[] {
  const { session } = context.store.data().view;
  const post = (intent: Intent) => (): void => context.host.post(intent);
  const text = STRINGS.header;
  return [
    { id: "expand-all", label: STRINGS.expandAll, icon: "expand-all", run: () => openAll(context, true) },
    { id: "collapse-all", label: STRINGS.collapseAll, icon: "collapse-all", run: () => openAll(context, false) },
    ...(session === undefined
      ? []
      : [
          {
            id: "export",
            label: text.exportIt,
            icon: "export",
            apart: true,
            run: post({ kind: "export-session", id: session }),
          },
        ]),
    {
      id: "import",
      label: text.importIt,
      icon: "cloud-upload",
      apart: session === undefined,
      run: post({ kind: "import-session" }),
    },
    {
      id: "open-in-editor",
      label: text.openInEditor,
      icon: "open-preview",
      apart: true,
      run: post({ kind: "open-in-editor" }),
    },
    { id: "settings", label: text.settings, icon: "settings-gear", run: post({ kind: "open-settings" }) },
  ];
}
