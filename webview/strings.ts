/** A count in words. */
function counted(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}

/** Every text that the panel itself says, in English. Another language is another table of the same shape. */
export const STRINGS = {
  dismiss: "Dismiss",
  tryExample: "Try it",
  newSession: "New session",
  composerLabel: "Message or script",
  composerHint: "Ask, or type a script that starts with “(”",
  allowOnce: "Allow once",
  deny: "Deny",

  session: "What happened in this session",
  standings: {
    queued: "queued",
    running: "running",
    waiting: "waiting for you",
    completed: "completed",
    warning: "completed with failures",
    failed: "failed",
    denied: "denied",
    cancelled: "cancelled",
  },
  queued: "queued",
  running: "running",
  waits: "waits for you",
  undone: "undone",
  failed: "failed",
  denied: "denied",
  cancelled: "cancelled",
  interrupted: "interrupted",
  stillRunning: "still running",
  exit: (code: number) => `exit ${code}`,
  lines: (count: number) => counted(count, ["line", "lines"]),
  counts: {
    lines: (count: number) => counted(count, ["line", "lines"]),
    matches: (count: number) => counted(count, ["match", "matches"]),
    files: (count: number) => counted(count, ["file", "files"]),
    tools: (count: number) => counted(count, ["tool", "tools"]),
    changes: (count: number) => counted(count, ["change", "changes"]),
  },
  inScript: "in a script",
  details: (of: string) => `Details of ${of}`,
  byAgent: (path: string) => `by ${path}`,

  script: "Script",
  scriptFoot: "What the script saved",
  showScript: "Show script",
  hideScript: "Hide script",
  keptOut: (size: string) => `${size} kept out of context`,
  savedTrips: (count: number) => `${counted(count, ["round trip", "round trips"])} saved`,
  outputOf: (tool: string) => `Output of ${tool}`,
  changes: "Changes",
  showAll: (lines: number) => `Show all ${counted(lines, ["line", "lines"])}`,
  showLess: "Show less",
  moreLines: (count: number) => counted(count, ["more line", "more lines"]),
  moreCharacters: (count: number) => `… ${counted(count, ["more character", "more characters"])}`,
  loading: "Loading …",
  earlierPart: "Earlier part",
  laterPart: "Later part",
  partOf: (from: number, to: number, total: number) =>
    `Characters ${number(from)} to ${number(to)} of ${number(total)}`,
  attachment: (kind: "image" | "document", mime: string) =>
    kind === "image" ? `Image, ${mime}:` : `Document, ${mime}:`,
  copyCode: "Copy this code",
  insertCode: "Put this code into the composer",
  older: (count: number) => `${counted(count, ["older row", "older rows"])} …`,
  newRows: (count: number) => `${number(count)} new ↓`,
  newRowsLabel: (count: number) => `${counted(count, ["new row", "new rows"])}, go to the end`,
  toEnd: "Go to the end",

  asks: (tool: string, subject: string) => `${tool} asks for permission: ${subject}`,
  andMore: (count: number) => `and ${number(count)} more`,

  moreActions: "More actions",
  actionsFor: "Actions",
  stop: "Stop",
  openFile: "Open file",
  openDiff: "Open diff",
  undo: "Undo this change",
  redo: "Redo this change",
  openScript: "Open as .tcl",
  openOutput: "Show full output in an editor",
  copyOutput: "Copy output",
  copyInput: "Copy input",
  runAgain: "Run again",
  explain: "Explain permission decision",
  displays: {
    collapsed: (tool: string) => `${tool} rows begin closed`,
    preview: (tool: string) => `${tool} rows begin with a preview`,
    expanded: (tool: string) => `${tool} rows begin open`,
  },
  expandAll: "Expand all rows",
  collapseAll: "Collapse all rows",
} as const;
