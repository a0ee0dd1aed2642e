import type { VirtualItem } from "@tanstack/virtual-core";
import type { PropertyValues, TemplateResult } from "lit";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { EMPTY_VIEW } from "../../src/protocol/view.ts";
import type { ScrollPlace } from "../memory.ts";
import { PanelElement } from "../panel-element.ts";
import type { PanelData } from "../store.ts";
import { STRINGS } from "../strings.ts";
import type { Highlighter } from "../text/highlight.ts";
import { createHighlighter } from "../text/highlight.ts";
import type { MarkdownReader } from "../text/lazy-markdown.ts";
import { createMarkdownReader } from "../text/lazy-markdown.ts";
import type { Action } from "./actions.ts";
import { actionsOf } from "./actions.ts";
import { announcement } from "./announce.ts";
import type { Bodies } from "./bodies.ts";
import { createBodies } from "./bodies.ts";
import { drawItem, itemLabel } from "./draw-item.ts";
import type { Drawing } from "./drawing.ts";
import { estimatedHeight } from "./estimate.ts";
import { memoryOf, openAll, remember, withOpen } from "./expansion.ts";
import { durationOf } from "./figures.ts";
import { createFlatten } from "./flatten.ts";
import type { Item, RowItem } from "./items.ts";
import { OLDER_KEY } from "./items.ts";
import { canOpen, keyCommand } from "./keys.ts";
import { standingOf } from "./marks.ts";
import type { MenuPlace } from "./menu.ts";
import { ToolcallMenu } from "./menu.ts";
import type { Reader } from "./reader.ts";
import { createReader } from "./reader.ts";
import type { VirtualList } from "./virtual-list.ts";
import { createVirtualList } from "./virtual-list.ts";

/** How often the times of what runs are put right, in ms. */
const CLOCK_MS = 200;
/** Quiet after a change before it is announced, in ms: what comes in between is said together. */
const ANNOUNCE_MS = 600;
/** Width of a character of code as part of its size, and CSS pixels beside a body. */
const CHARACTER_WIDTH = 0.603;
const BODY_MARGIN = 76;
const MIN_COLUMNS = 16;

/** The rows of the session: a feed of which only what is in sight is drawn, with the keys of a tree. */
export class ToolcallRows extends PanelElement {
  private readonly flatten = createFlatten();
  private items: readonly Item[] = [];
  private indexes = new Map<string, number>();
  private bodies: Bodies | undefined;
  private highlighter: Highlighter | undefined;
  private markdown: MarkdownReader | undefined;
  private list: VirtualList | undefined;
  private reader: Reader | undefined;
  private activeKey: string | undefined;
  private wantsFocus = false;
  private openings = 0;
  private clock = 0;
  private announced = EMPTY_VIEW;
  private announcing = 0;
  private first: string | undefined;
  private returnTo: ScrollPlace | undefined;

  protected override selects(data: PanelData): readonly unknown[] {
    const { view, settings, questions, older, state, remembered, openings } = data;
    return [view, settings, questions, older, state, remembered, openings];
  }

  /** Brings the row in which a question waits into sight and gives it the focus. */
  goToQuestion(id: string): void {
    // The row of a direct call has its script's key, and those of a join have one card.
    const index = this.items.findIndex((item) => item.kind === "row" && item.questions.some((each) => each.id === id));
    if (index < 0) return;
    this.reader?.pin();
    this.moveTo(index);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.bodies ??= createBodies(this.context.host, () => this.requestUpdate());
    this.highlighter ??= createHighlighter(() => this.requestUpdate());
    this.markdown ??= createMarkdownReader(() => this.requestUpdate());
    this.clock = window.setInterval(() => this.tick(), CLOCK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.clock);
    window.clearTimeout(this.announcing);
    this.list?.disconnect();
    this.list = undefined;
  }

  protected override willUpdate(): void {
    const { data } = this;
    const memory = memoryOf(this.context);
    const first = data.view.entries[0]?.id;
    // Where the reader is when older entries come before what is there.
    this.returnTo = first === this.first ? undefined : this.list?.place(OLDER_KEY);
    this.first = first;
    this.takeItems(this.flatten(data, memory, this.reader?.isFollowing() === false));
    this.list?.keep(this.hasFocus() ? (this.indexes.get(this.activeKey ?? "") ?? -1) : -1);
    this.list?.update(
      this.items.map(({ key }) => key),
      (index) => estimatedHeight(this.items[index]),
    );
    if (data.openings !== this.openings) {
      this.openings = data.openings;
      this.reader?.begin(memory.scroll);
      this.announced = data.view;
    }
    this.announceSoon();
  }

  private takeItems(items: readonly Item[]): void {
    const { activeKey, items: before, indexes } = this;
    this.items = items;
    this.indexes = new Map(items.map(({ key }, index) => [key, index]));
    if (activeKey === undefined || this.indexes.has(activeKey)) return;
    const at = indexes.get(activeKey) ?? -1;
    this.replaceActive(before[at], at);
  }

  protected override render(): TemplateResult {
    const visible = this.list?.visible() ?? [];
    const unseen = this.reader?.unseen(this.data.view) ?? 0;
    const drawing = this.drawing();
    return html`<div
        class="rows"
        @scroll=${() => this.onScroll()}
        @wheel=${() => this.reader?.touched()}
        @keydown=${(event: KeyboardEvent) => this.onKey(event)}
        @focusin=${(event: FocusEvent) => this.onFocus(event)}
        @contextmenu=${(event: MouseEvent) => this.onContextMenu(event)}
      >
        <div class="rows-space" role="feed" aria-label=${STRINGS.session}>
          ${repeat(
            visible,
            ({ key }) => key,
            (place) => this.drawPlaced(place, drawing),
          )}
        </div>
      </div>
      <div class="visually-hidden" role="log" aria-live="polite" id="toolcall-announcements"></div>
      ${
        unseen === 0
          ? nothing
          : html`<button class="pill" aria-label=${STRINGS.newRowsLabel(unseen)} @click=${() => this.toEnd()}>
              ${STRINGS.newRows(unseen)}
            </button>`
      }
      <toolcall-menu></toolcall-menu>`;
  }

  private drawPlaced({ index, key }: VirtualItem, drawing: Drawing): TemplateResult | typeof nothing {
    const item = this.items[index];
    if (item === undefined) return nothing;
    const isActive = this.activeKey === undefined ? index === this.items.length - 1 : key === this.activeKey;
    const gutter = item.kind === "row" ? item.block.gutter : undefined;
    const standing = item.kind === "row" ? standingOf(item) : "";
    return html`<div
      class="item item-${item.kind} frame-${item.frame} ${standing}"
      role="article"
      data-index=${index}
      data-key=${item.key}
      tabindex=${isActive ? 0 : -1}
      aria-posinset=${index + 1}
      aria-setsize=${this.data.older > 0 ? -1 : this.items.length}
      aria-label=${itemLabel(item, drawing)}
    >
      <div class="cell level-${Math.min(item.level, 6)} ${gutterClass(gutter)}">${drawItem(item, drawing)}</div>
    </div>`;
  }

  protected override firstUpdated(): void {
    const scroller = this.scroller() as HTMLElement;
    this.list = createVirtualList(scroller, () => this.requestUpdate());
    this.reader = createReader(scroller, this.list, {
      save: (scroll) =>
        remember(this.context, ({ scroll: _before, ...rest }) => ({ ...rest, ...(scroll && { scroll }) }), "silent"),
      changed: () => this.requestUpdate(),
      older: () => {
        if (this.data.older > 0) this.context.host.post({ kind: "more-entries" });
        return this.data.older > 0;
      },
    });
    this.reader.begin(memoryOf(this.context).scroll);
    this.openings = this.data.openings;
    this.requestUpdate();
  }

  protected override updated(_changed: PropertyValues): void {
    const { list, reader } = this;
    if (list === undefined || reader === undefined) return;
    const space = this.querySelector<HTMLElement>(".rows-space");
    if (space === null) return;
    const places = new Map(list.visible().map((place) => [String(place.key), place.start]));
    space.style.height = `${list.totalHeight()}px`;
    const drawn = [...space.querySelectorAll<HTMLElement>(":scope > .item")];
    for (const element of drawn) {
      element.style.transform = `translateY(${places.get(element.dataset["key"] ?? "") ?? 0}px)`;
    }
    list.commit();
    for (const element of drawn) list.measure(element);
    if (this.returnTo !== undefined && !reader.isFollowing()) list.restore(this.returnTo);
    this.returnTo = undefined;
    reader.settle(this.data.view, this.data.opened);
    this.askForOlder(list);
    this.focusActive(space);
  }

  private drawing(): Drawing {
    const { context, bodies, highlighter, markdown, activeKey } = this;
    return {
      context,
      bodies: bodies as Bodies,
      highlighter: highlighter as Highlighter,
      markdown: markdown as MarkdownReader,
      roots: this.data.state.roots,
      activeKey,
      columns: this.columns(),
      toggle: (item) => this.toggle(item),
      toggleScript: (item) => this.toggleScript(item),
      openMenu: (item, at) => this.openMenu(item, placeOf(at)),
    };
  }

  private toggle(item: Item): void {
    if (!canOpen(item) || !("open" in item)) return;
    this.activeKey = item.key;
    this.reader?.pin();
    remember(this.context, (memory) => withOpen(memory, item.key, !item.open));
    // At once, not with the next frame: the next key is for what is there then.
    this.requestUpdate();
  }

  private toggleScript(item: RowItem): void {
    this.reader?.pin();
    remember(this.context, (memory) => withOpen(memory, `${item.key}/script`, item.scriptOpen !== true));
  }

  private toEnd(): void {
    this.reader?.toEnd(this.data.view);
    this.activeKey = this.items.at(-1)?.key;
    this.requestUpdate();
  }

  private onScroll(): void {
    if (this.reader?.scrolled(this.data.view) === true) this.requestUpdate();
  }

  private onFocus(event: FocusEvent): void {
    const key = (event.target as Element).closest<HTMLElement>(".item")?.dataset["key"];
    if (key === undefined || key === this.activeKey) return;
    this.activeKey = key;
    this.requestUpdate();
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const element = target.closest<HTMLElement>(".item");
    if (element === null) return;
    if (target !== element) {
      if (event.key === "Escape") element.focus();
      return;
    }
    const at = Number(element.dataset["index"]);
    const { key, shiftKey: shift, altKey, ctrlKey, metaKey } = event;
    const rtl = getComputedStyle(this).direction === "rtl";
    const command = keyCommand(this.items, at, { key, shift, modified: altKey || ctrlKey || metaKey }, rtl);
    if (command.kind === "none") return;
    event.preventDefault();
    const item = this.items[at] as Item;
    if (command.kind === "move") this.moveTo(command.to);
    else if (command.kind === "toggle") this.toggle(item);
    else if (command.kind === "expand-all") openAll(this.context, true);
    else this.openMenu(item, placeOf(element));
  }

  private moveTo(index: number): void {
    const item = this.items[index];
    if (item === undefined) return;
    this.activeKey = item.key;
    this.wantsFocus = true;
    this.reader?.touched();
    // Whoever goes somewhere else than to the end does not follow it.
    if (index < this.items.length - 1) this.reader?.pin();
    this.list?.keep(index);
    this.list?.scrollTo(index);
    this.requestUpdate();
  }

  private onContextMenu(event: MouseEvent): void {
    const element = (event.target as Element).closest<HTMLElement>(".item");
    const item = this.items[Number(element?.dataset["index"] ?? -1)];
    // A selection, a link and a field keep the menu that belongs to them.
    if (item === undefined || (event.target as Element).closest("textarea, input, .question-card") !== null) return;
    if (this.ownerDocument.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    element?.focus({ preventScroll: true });
    this.openMenu(item, { x: event.clientX, y: event.clientY });
  }

  private openMenu(item: Item, place: MenuPlace): void {
    const all = (open: boolean): Action => ({
      id: open ? "expand-all" : "collapse-all",
      label: open ? STRINGS.expandAll : STRINGS.collapseAll,
      icon: open ? "expand-all" : "collapse-all",
      apart: open,
      run: () => openAll(this.context, open),
    });
    const menu = this.querySelector<ToolcallMenu>("toolcall-menu");
    void menu?.open([...actionsOf(item, this.context), all(true), all(false)], place);
  }

  /** When what was active is gone, what it belonged to is, or else what stands in its place. */
  private replaceActive(gone: Item | undefined, at: number): void {
    const owner = gone?.entry?.id;
    this.activeKey =
      owner !== undefined && this.indexes.has(owner) ? owner : this.items[Math.min(at, this.items.length - 1)]?.key;
    this.wantsFocus ||= this.hasFocus();
  }

  private focusActive(space: HTMLElement): void {
    if (!this.wantsFocus || this.activeKey === undefined) return;
    const element = space.querySelector<HTMLElement>(`:scope > [data-key="${CSS.escape(this.activeKey)}"]`);
    if (element === null) return;
    this.wantsFocus = false;
    element.focus({ preventScroll: true });
  }

  private hasFocus(): boolean {
    return this.scroller()?.contains(this.ownerDocument.activeElement) === true;
  }

  private askForOlder(list: VirtualList): void {
    if (this.items[0]?.kind !== "older" || list.visible()[0]?.index !== 0) return;
    this.reader?.wantOlder(this.data.view.entries[0]?.id ?? "");
  }

  /** Characters of code that fit beside each other, about. */
  private columns(): number {
    const { clientWidth } = this.scroller() ?? { clientWidth: 0 };
    const width = (parseFloat(getComputedStyle(this).fontSize) - 1) * CHARACTER_WIDTH;
    return Math.max(MIN_COLUMNS, Math.floor((clientWidth - BODY_MARGIN) / width));
  }

  private scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".rows");
  }

  private tick(): void {
    for (const timer of this.querySelectorAll<HTMLElement>(".timer")) {
      timer.textContent = durationOf(Math.max(0, Date.now() - Number(timer.dataset["since"])));
    }
  }

  private announceSoon(): void {
    if (this.announcing !== 0 || this.announced === this.data.view) return;
    this.announcing = window.setTimeout(() => {
      this.announcing = 0;
      const text = announcement(this.announced, this.data.view);
      this.announced = this.data.view;
      const log = this.querySelector("#toolcall-announcements");
      if (text !== "" && log !== null) log.textContent = text;
    }, ANNOUNCE_MS);
  }
}

customElements.define("toolcall-menu", ToolcallMenu);

function gutterClass(gutter: string | undefined): string {
  if (gutter === undefined) return "";
  return gutter === "┌" ? "join join-first" : gutter === "└" ? "join join-last" : "join";
}

function placeOf(at: Element | MouseEvent): MenuPlace {
  if (at instanceof MouseEvent) return { x: at.clientX, y: at.clientY };
  const { left, bottom } = at.getBoundingClientRect();
  return { x: left + 8, y: bottom };
}
