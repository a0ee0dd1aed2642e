import type { PanelContext } from "../panel-element.ts";
import type { Picker } from "./picker.ts";
import { openPicker, toolItems } from "./picker.ts";
import type { Trigger } from "./triggers.ts";

/** Quiet before something is searched for, in ms. */
const QUIET_MS = 80;

/** Finds what can be put in the place of a trigger while somebody goes on typing. */
export interface Finder {
  /** Looks for what fits a trigger; without one there is nothing to show. Only the last one counts. */
  readonly look: (trigger: Trigger | undefined) => void;
}

/** A finder that tells `found` which picker there is now. */
export function createFinder({ host, store }: PanelContext, found: (picker: Picker | undefined) => void): Finder {
  let asked = 0;
  let timer = 0;
  let shown: Trigger | undefined;
  const show = (picker: Picker | undefined): void => {
    if (picker === undefined && shown === undefined) return;
    shown = picker?.trigger;
    found(picker);
  };
  return {
    look: (trigger) => {
      const request = ++asked;
      window.clearTimeout(timer);
      if (trigger === undefined) return show(undefined);
      const { sign, query, start } = trigger;
      // What is shown for another place must not be put in here.
      if (shown?.sign !== sign || shown.start !== start) show(undefined);
      if (sign === "(") return show(openPicker(trigger, toolItems(store.data().state.tools, query)));
      timer = window.setTimeout(() => {
        void host.find(sign, query).then((items) => {
          if (request === asked) show(openPicker(trigger, items));
        });
      }, QUIET_MS);
    },
  };
}
