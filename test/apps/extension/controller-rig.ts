import { TOOLS } from "../../../src/tools/tools.ts";
import type { Controller } from "../../../src/apps/extension/controller.ts";
import { createController } from "../../../src/apps/extension/controller.ts";
import type { Choice, DiffPair, Document, Editor } from "../../../src/apps/extension/editor.ts";
import { receive } from "../../../src/apps/extension/intents.ts";
import type { Panel } from "../../../src/apps/extension/panels.ts";
import { createSummaries } from "../../../src/apps/extension/session-summaries.ts";
import { plainWords } from "../../../src/apps/extension/words.ts";
import { DEFAULT_SETTINGS } from "../../../src/agent/settings.ts";
import type { MemoryFixture, MemoryHost } from "../../../src/hosts/memory/host.ts";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";
import { createMemoryStore } from "../../../src/hosts/memory/store.ts";
import type { StoreContent } from "../../../src/hosts/memory/store.ts";
import type { Intent } from "../../../src/protocol/intents.ts";
import type { PanelMessage, PanelSettings } from "../../../src/protocol/panel-state.ts";
import type { PermissionModeName } from "../../../src/protocol/session-events.ts";

const SETTINGS: PanelSettings = { display: { "*": "collapsed" }, returnedLines: 10, summaryRows: 3, enterSends: true };

/** What the editor was asked to do, in order. */
export interface Asked {
  readonly notices: string[];
  /** What could be chosen in each notice. */
  readonly choices: (readonly Choice[])[];
  readonly logged: string[];
  readonly opened: (string | Document)[];
  readonly diffs: (readonly DiffPair[])[];
  readonly copied: string[];
  readonly questions: string[];
}

/** What a rig begins with. */
export interface RigOptions {
  readonly fixture?: MemoryFixture;
  /** What an earlier window left: its store, and what its workspace remembers. */
  readonly store?: StoreContent;
  readonly memory?: Map<string, unknown>;
  /** Whether the workspace is trusted, each time this is asked; it is without this. */
  readonly trusted?: () => boolean;
  readonly mode?: PermissionModeName;
  /** What the person says to a confirmation. */
  readonly confirms?: boolean;
  readonly focused?: boolean;
  /** Whether another program writes the session that was shown last, each time this is looked at. */
  readonly written?: () => boolean;
  /** What is chosen for an import. */
  readonly chosen?: string;
}

/** A controller on a host in memory, with one panel that says what it wants and keeps what it was told. */
export interface ControllerRig {
  readonly controller: Controller;
  readonly panel: Panel;
  readonly told: PanelMessage[];
  readonly asked: Asked;
  readonly host: MemoryHost;
  readonly memory: Map<string, unknown>;
  readonly saved: { name: string; text: string }[];
  readonly want: (intent: Intent | object) => Promise<void>;
  /** Lets batches go out and everything that runs end. */
  readonly settle: () => Promise<void>;
  /** The messages of a kind so far. */
  readonly of: <Kind extends PanelMessage["kind"]>(kind: Kind) => readonly Extract<PanelMessage, { kind: Kind }>[];
  readonly until: (is: () => boolean) => Promise<void>;
}

/** Turns of the event loop after which a condition that does not come true fails its test. */
const MAX_TURNS = 5_000;

/** A controller that shows nothing yet; its panel is ready. */
export async function controllerRig(options: RigOptions = {}): Promise<ControllerRig> {
  const { memory = new Map<string, unknown>(), focused = true } = options;
  const trusts = options.trusted ?? (() => true);
  const bare = createMemoryHost({
    ...options.fixture,
    workspace: { ...options.fixture?.workspace, trusted: trusts() },
  });
  const host: MemoryHost =
    options.store === undefined ? bare : { ...bare, store: createMemoryStore(bare.clock.now, options.store) };
  const asked: Asked = { notices: [], choices: [], logged: [], opened: [], diffs: [], copied: [], questions: [] };
  const saved: { name: string; text: string }[] = [];
  const later: (() => void)[] = [];
  const editor: Editor = {
    notify: (level, text, choices = []) => {
      asked.notices.push(`${level}: ${text}`);
      asked.choices.push(choices);
    },
    log: (level, text) => void asked.logged.push(`${level}: ${text}`),
    confirm: (question) => {
      asked.questions.push(question);
      return Promise.resolve(options.confirms ?? true);
    },
    openFile: (path, line) => Promise.resolve(void asked.opened.push(`${path}:${line ?? ""}`)),
    openScript: (text) => Promise.resolve(void asked.opened.push(text)),
    openDocument: (document) => Promise.resolve(void asked.opened.push(document)),
    openDiff: (_title, pairs) => Promise.resolve(void asked.diffs.push(pairs)),
    openLink: (href) => Promise.resolve(void asked.opened.push(href)),
    openSettings: () => Promise.resolve(),
    openInEditor: () => undefined,
    copy: (text) => Promise.resolve(void asked.copied.push(text)),
    find: () => Promise.resolve([]),
    panelSettings: () => SETTINGS,
    setDisplay: () => Promise.resolve(),
    save: (name, text) => Promise.resolve(saved.push({ name, text }) > 0),
    choose: () => Promise.resolve(options.chosen === undefined ? undefined : { text: options.chosen }),
    isFocused: () => focused,
  };
  const mode = options.mode ?? "ask";
  const controller = createController({
    editor,
    words: plainWords,
    memory: { get: (key) => memory.get(key), set: (key, value) => void memory.set(key, value) },
    summaries: {
      ...createSummaries("/nowhere", plainWords),
      isWritten: () => Promise.resolve(options.written?.() ?? false),
    },
    surroundings: () => ({ trusted: trusts(), roots: [{ name: "ws", path: "/ws" }], tools: [] }),
    limits: [],
    usualMode: () => mode,
    changed: () => undefined,
    later: (run) => void later.push(run),
    pause: () => Promise.resolve(),
    workplace: ({ approval }) =>
      Promise.resolve({
        host: { ...host, approval },
        tools: TOOLS,
        settings: () => Promise.resolve({ ...DEFAULT_SETTINGS, mode }),
        rules: () => Promise.resolve({}),
        sessionOptions: () => Promise.resolve({ settings: { ...DEFAULT_SETTINGS, mode } }),
        opened: () => undefined,
        dispose: () => Promise.resolve(),
      }),
  });
  const told: PanelMessage[] = [];
  const panel = controller.panels.attach((message) => void told.push(structuredClone(message)));
  const turn = async (): Promise<void> => {
    // Digests are made by other threads, which need their time as well.
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const run of later.splice(0)) run();
  };
  const until = async (is: () => boolean): Promise<void> => {
    for (let count = 0; !is(); count++) {
      if (count > MAX_TURNS) throw new Error(`it did not come true; told: ${told.map(({ kind }) => kind).join(" ")}`);
      await turn();
    }
  };
  await controller.restore();
  panel.ready();
  return {
    controller,
    panel,
    told,
    asked,
    host,
    memory,
    saved,
    until,
    want: (intent) => receive(controller, panel, intent),
    settle: async () => {
      await turn();
      await until(() => !controller.runner.working());
      await turn();
    },
    of: (kind) => told.filter((message) => message.kind === kind) as never,
  };
}

/** A script that waits for the person, then reads. */
export const ASKS = '(Bash :command "make thing")';
