import type { CancelToken } from "../../base/cancel.ts";
import { isProblem } from "../../ports/files.ts";
import type { AllowAnswer, ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";
import type { Host } from "../../ports/host.ts";
import type { PermissionCheck, PermissionDecision, PermissionMode, Permissions, PersonEdit } from "../permissions.ts";
import type { DecisionLog } from "./decision-log.ts";
import { createDeniedAims } from "./denied-aims.ts";
import { coversCall, evaluate, requestOf } from "./evaluate.ts";
import type { Regime, SlotVerdict, Verdict } from "./evaluate.ts";
import { gatherFacts, identityOf } from "./facts.ts";
import type { Facts } from "./facts.ts";
import { suggestRule } from "./suggest-rule.ts";
import { createTurns } from "./turns.ts";
import type { Turn } from "./turns.ts";
import { agreesTo } from "./gravity.ts";
import { keptAnswer } from "./kept-answer.ts";
import type { Asked } from "./kept-answer.ts";
import { comparable, lexicalPath } from "./lexical-path.ts";
import type { Grant } from "./place.ts";
import { createPromptQueue } from "./prompt-queue.ts";
import { accessOf, promptFor, reasonText } from "./prompt.ts";
import { UNTOLD } from "./prompts-told.ts";
import type { PromptsTold } from "./prompts-told.ts";
import { protectionOf } from "./protected-path.ts";
import { BUCKETS, createRuleBook } from "./rule-book.ts";
import type { Bucket, RuleBook, RuleLists, RulesByBucket } from "./rule-book.ts";
import { isAbout, matchesPlace } from "./rule-match.ts";
import { printRule } from "./rule.ts";
import type { Rule, RuleAction } from "./rule.ts";

/** Something a person's answer wants to be kept beyond the session. */
export type Keepsake =
  | { readonly keep: "rule"; readonly action: RuleAction; readonly rule: Rule }
  | { readonly keep: "grant"; readonly grant: Grant };

/** What decisions are made from. */
export interface PermissionOptions {
  readonly host: Host;
  readonly mode: PermissionMode;
  readonly rules?: RulesByBucket;
  /** Folders allowed besides the workspace and the folder for temporary files. */
  readonly roots?: readonly string[];
  readonly grants?: readonly Grant[];
  /** A tool's own checker, by the tool's name (2.12, step 3). */
  readonly checkers?: Readonly<Record<string, (facts: Facts) => SlotVerdict | undefined>>;
  readonly log?: DecisionLog;
  /** Keeps what was answered for the workspace or the user; a failure is answered as text and changes no decision. */
  readonly save?: (bucket: "workspace" | "user", keepsake: Keepsake) => Promise<string | undefined>;
  /** Hears of every question and of its answer. */
  readonly told?: PromptsTold;
  /** Hears of an answer that could not be kept. */
  readonly onProblem?: (message: string) => void;
}

/** Decides calls, and lets rules be looked at and changed. */
export interface PermissionControl extends Permissions {
  readonly addRule: (bucket: Bucket, action: RuleAction, rule: Rule) => boolean;
  readonly removeRule: (bucket: Bucket, action: RuleAction, rule: Rule) => boolean;
  readonly replaceRules: (bucket: Bucket, lists: RuleLists) => void;
  /** Every rule that holds outside scripts, innermost bucket first. */
  readonly rules: () => readonly { readonly bucket: Bucket; readonly action: RuleAction; readonly text: string }[];
  readonly grants: () => readonly Grant[];
  readonly addGrant: (grant: Grant) => void;
  /** A turn begins: what was denied in the last one counts no more. */
  readonly beginTurn: () => void;
  /** Drops what was allowed for a script that has ended. */
  readonly forgetScript: (envelope: string) => void;
  /** Questions that wait, the one that is shown first. */
  readonly waiting: () => readonly ApprovalRequest[];
  /** Whether a search may show a file it comes across: no secret, and no rule denies reading it (report 54). */
  readonly mayRead: (path: string) => boolean;
}

/** How often a question is asked again because links moved while it was open. */
const MAX_ASKED_AGAIN = 3;

/** A grant, and the script that it holds for when it is one's alone. */
interface ScriptGrant extends Grant {
  readonly script: string | undefined;
}

/** Permissions of a session and all its agents: one mode, one set of rules, one queue of questions. */
export function createPermissions(options: PermissionOptions): PermissionControl {
  const { host } = options;
  const book = createRuleBook(host, options.rules ?? {});
  const grants: ScriptGrant[] = (options.grants ?? []).map((grant) => ({ ...grant, script: undefined }));
  const queue = createPromptQueue<Verdict>(host.approval, options.told ?? UNTOLD);
  const takeTurn = createTurns();
  const deniedAims = createDeniedAims();
  let mode = options.mode;
  let roots: readonly string[] = [];
  const ready = allowedRoots(options).then((found) => {
    roots = found.allowed;
    book.rebase(found.bases);
  });

  const regimeFor = ({ tool, callId }: PermissionCheck): Regime => {
    const checker = options.checkers?.[tool];
    const request = requestOf(callId);
    const held = grants.filter(({ script }) => script === undefined || script === request);
    return { host, mode, book, roots, grants: held, ...(checker !== undefined && { checker }) };
  };
  const judge = (facts: Facts): Verdict => withHook(evaluate(facts, regimeFor(facts.check)), facts.check);

  const settle = (check: PermissionCheck, decision: PermissionDecision, specifier?: string): PermissionDecision => {
    const { outcome, via, bucket } = decision;
    const { callId, tool, source } = check;
    if (outcome === "edited") return decision;
    const entry = { callId, tool, origin: source, mode, outcome, via, protected: decision.protected ?? false };
    const edited = check.edit !== undefined && { edited: true };
    options.log?.({
      ...entry,
      ...edited,
      ...(specifier !== undefined && { specifier }),
      ...(bucket !== undefined && { bucket }),
    });
    return decision;
  };

  const conclude = (check: PermissionCheck, { outcome, via, why, rule, ...rest }: Verdict): PermissionDecision =>
    settle(
      check,
      {
        outcome: outcome === "allow" ? "allow" : "deny",
        via,
        message: outcome === "allow" ? "" : denialText(why),
        ...(rule !== undefined && { rule: printRule(rule.rule), bucket: rule.bucket }),
        ...(rest.protected && { protected: true }),
      },
      rule?.rule.specifier?.text,
    );

  const save = async (bucket: "workspace" | "user", keepsake: Keepsake): Promise<void> => {
    try {
      const problem = await options.save?.(bucket, keepsake);
      if (problem !== undefined) options.onProblem?.(problem);
    } catch (error) {
      options.onProblem?.(`The answer could not be kept: ${String(error)}`);
    }
  };

  /** Takes a person's answer into rules and grants. */
  const take = (answer: ApprovalAnswer, asked: Asked): void => {
    const kept = keptAnswer(answer, asked, host);
    if (kept === undefined) return;
    const { bucket, script, action, problem } = kept;
    const isLasting = bucket === "workspace" || bucket === "user";
    for (const rule of kept.rules) {
      if (book.add(bucket, action, rule, script) && isLasting) void save(bucket, { keep: "rule", action, rule });
    }
    for (const grant of kept.grants) {
      grants.push({ ...grant, script });
      if (isLasting) void save(bucket, { keep: "grant", grant });
    }
    if (problem !== undefined) options.onProblem?.(problem);
    queue.recheck();
  };

  const ask = async (
    facts: Facts,
    verdict: Verdict,
    cancel: CancelToken,
    { turn, again }: { readonly turn: Turn; readonly again: boolean },
  ): Promise<PermissionDecision | "again"> => {
    const { check } = facts;
    if (!host.approval.available) {
      const rule = suggestRule(facts, verdict, host, roots);
      const remedy = rule === undefined ? "" : `; a rule that allows it would be ${printRule(rule)}`;
      const why = `nobody can be asked, and it has to be asked because ${reasonText(verdict)}${remedy}`;
      return conclude(check, { ...verdict, outcome: "deny", via: "nobody-to-ask", why });
    }
    const request = promptFor(facts, verdict, host, roots);
    await turn.mine();
    const asking = queue.ask({
      request,
      gravity: { via: verdict.via, access: request.access },
      cancel,
      again: again || check.problem !== undefined || check.edit !== undefined,
      recheck: () => {
        const now = judge(facts);
        return now.outcome === "ask" ? undefined : now;
      },
      take: (answer) => {
        // What was changed is decided anew: until then nothing is kept of it.
        if (editOf(answer, request) === undefined) take(answer, { facts, verdict, request });
      },
    });
    turn.done();
    const end = await asking;
    // Rules or mode have changed while it waited: it is decided by where everything is now.
    if (end.by === "rules") return "again";
    const { answer } = end;
    if (answer.answer === "withdrawn") return settle(check, withdrawn());
    if (answer.answer === "deny") {
      return conclude(check, { ...verdict, outcome: "deny", via: "prompt", why: answer.feedback ?? "" });
    }
    const edit = editOf(answer, request);
    if (edit !== undefined) {
      return { outcome: "edited", via: "prompt", message: "", edit: { ...edit, ...seen(request, verdict) } };
    }
    const now = await gatherFacts(host, check);
    if (identityOf(now) !== identityOf(facts)) return "again";
    return conclude(check, { ...verdict, outcome: "allow", via: "prompt" });
  };

  const decideInTurn = async (check: PermissionCheck, cancel: CancelToken, turn: Turn): Promise<PermissionDecision> => {
    await ready;
    for (let round = 0; round <= MAX_ASKED_AGAIN; round++) {
      const facts = await gatherFacts(host, check);
      if (cancel.cancelled) return settle(check, withdrawn());
      const verdict = judge(facts);
      const { edit } = check;
      if (edit !== undefined && agreesToEdit(edit, facts, verdict)) {
        const covers = (rule: Rule): boolean =>
          coversCall(book.booked("session", "allow", rule), facts, verdict.open, host);
        take(edit.answer, { facts, verdict, request: edit, covers });
        return conclude(check, { ...verdict, outcome: "allow", via: "prompt" });
      }
      const decided =
        verdict.outcome === "ask"
          ? await ask(facts, verdict, cancel, { turn, again: round > 0 })
          : conclude(check, verdict);
      if (decided === "again") continue;
      return decided.outcome === "deny" && deniedAims.deny(facts) ? { ...decided, endsTurn: true } : decided;
    }
    const why = "what it would touch keeps changing while it is asked";
    return conclude(check, { outcome: "deny", via: "workspace-boundary", why, protected: false, open: [] });
  };

  const decide: Permissions["decide"] = async (check, cancel) => {
    const turn = takeTurn();
    try {
      return await decideInTurn(check, cancel, turn);
    } finally {
      turn.done();
    }
  };

  return {
    mode: () => mode,
    setMode(next) {
      mode = next;
      queue.recheck();
    },
    decide,
    async explain(check) {
      await ready;
      const found = judge(await gatherFacts(host, check));
      const { outcome, via, rule } = found;
      return { outcome, via, why: reasonText(found), ...(rule !== undefined && { rule: printRule(rule.rule) }) };
    },
    deniedOutright: (tool) => isDeniedOutright(book, tool),
    addRule: (bucket, action, rule) => {
      const isNew = book.add(bucket, action, rule);
      if (isNew) queue.recheck();
      return isNew;
    },
    removeRule: book.remove,
    replaceRules(bucket, lists) {
      book.replace(bucket, lists);
      queue.recheck();
    },
    rules: () =>
      BUCKETS.flatMap((bucket) =>
        book.of(bucket, undefined).map(({ rule, action }) => ({ bucket, action, text: printRule(rule) })),
      ),
    grants: () => grants.map(({ path, access }) => ({ path, access })),
    addGrant(grant) {
      grants.push({ ...grant, script: undefined });
      queue.recheck();
    },
    beginTurn: deniedAims.begin,
    forgetScript(envelope) {
      book.forget(envelope);
      grants.splice(0, grants.length, ...grants.filter(({ script }) => script !== envelope));
    },
    waiting: queue.waiting,
    mayRead: (path) => isReadable(path, host, book),
  };
}

/** The allowed folders and the folders that relative paths of rules begin in, as given and by their real paths. */
async function allowedRoots({ host, roots = [] }: PermissionOptions): Promise<{ allowed: string[]; bases: string[] }> {
  const { workspace } = host;
  const spellings = async (folder: string): Promise<string[]> => {
    const { path, odd } = lexicalPath(folder, workspace.roots[0] ?? workspace.home, workspace);
    const real = odd === undefined ? await host.files.resolve(path) : undefined;
    return real === undefined || isProblem(real) ? [path] : [path, real.real];
  };
  const bases = (await Promise.all(workspace.roots.map(spellings))).flat();
  const others = (await Promise.all([workspace.temp, ...roots].map(spellings))).flat();
  return { allowed: [...bases, ...others].map((folder) => comparable(folder, workspace)), bases: [...new Set(bases)] };
}

/** What a PreToolUse hook said joins in: it tightens or changes nothing. */
function withHook(verdict: Verdict, { hook }: PermissionCheck): Verdict {
  if (hook?.decision === "deny" && verdict.outcome !== "deny") {
    return { ...verdict, outcome: "deny", via: "pre-tool-hook", why: hook.reason ?? "a hook forbids it" };
  }
  if (hook?.decision === "ask" && verdict.outcome === "allow") {
    return { ...verdict, outcome: "ask", via: "pre-tool-hook", why: hook.reason ?? "a hook wants it to be asked" };
  }
  return verdict;
}

/** What the person changed; undefined when they changed nothing. */
function editOf(
  answer: ApprovalAnswer,
  { editable }: ApprovalRequest,
): Pick<PersonEdit, "argument" | "answer"> | undefined {
  if (answer.answer !== "allow" || answer.edited === undefined) return undefined;
  const { edited: argument, ...rest } = answer;
  if (argument.name === editable?.name && argument.text === editable.text) return undefined;
  return { argument, answer: rest satisfies AllowAnswer };
}

/** What a person knew when they changed a call. */
function seen({ access, suggestedRule }: ApprovalRequest, { via }: Verdict): Omit<PersonEdit, "argument" | "answer"> {
  return { via, access, ...(suggestedRule !== undefined && { suggestedRule }) };
}

/** Whether who changed a call has agreed to what it is now: what rules deny, or a stricter reason asks for, is not meant. */
function agreesToEdit(edit: PersonEdit, facts: Facts, { outcome, via }: Verdict): boolean {
  return outcome === "allow" || (outcome === "ask" && agreesTo(edit, { via, access: accessOf(facts) }));
}

function denialText(why: string): string {
  return why === "" ? "Permission denied" : `Permission denied: ${why}`;
}

function withdrawn(): PermissionDecision {
  return { outcome: "withdrawn", via: "prompt", message: "The question was withdrawn before anybody answered it." };
}

function isDeniedOutright(book: RuleBook, tool: string): boolean {
  return book.denials(undefined).some((denial) => denial.rule.specifier === undefined && isAbout(denial, tool));
}

function isReadable(path: string, host: Host, book: RuleBook): boolean {
  if (protectionOf(path, host.workspace) === "secret") return false;
  const place = { written: path, real: path, access: "read", from: "tool", unknown: undefined } as const;
  return !book
    .denials(undefined)
    .some((denial) => denial.rule.specifier !== undefined && matchesPlace(denial, "Read", place, host));
}
