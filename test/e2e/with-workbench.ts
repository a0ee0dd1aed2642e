import { afterAll, beforeAll } from "vitest";
import { keepEvidence } from "./on-failure.ts";
import type { Panel } from "./panel.ts";
import type { Workbench, WorkbenchOptions } from "./workbench.ts";
import { openWorkbench } from "./workbench.ts";

/** The one workbench of a file of scenarios, and its panel; both are there once the first scenario begins. */
export interface Stage {
  readonly workbench: () => Workbench;
  readonly panel: () => Panel;
  /** Says that the panel was drawn anew. */
  readonly reopened: (panel: Panel) => void;
}

/** Opens a workbench with the panel in sight before the scenarios of a file, and closes it afterwards. */
export function withWorkbench(options: WorkbenchOptions = {}): Stage {
  let workbench: Workbench | undefined;
  let panel: Panel | undefined;
  keepEvidence(() => workbench?.page);
  beforeAll(async () => {
    workbench = await openWorkbench(options);
    panel = await workbench.openPanel();
  });
  afterAll(async () => {
    await workbench?.close();
  });
  return {
    workbench: () => present(workbench),
    panel: () => present(panel),
    reopened: (drawn) => {
      panel = drawn;
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The workbench did not open.");
  return value;
}
