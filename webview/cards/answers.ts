import type { Intent } from "../../src/protocol/intents.ts";
import type { PanelQuestion } from "../../src/protocol/panel-state.ts";
import type { Draft, Scope } from "./drafts.ts";

/** A person's answer. */
export type Answer = Extract<Intent, { kind: "answer-permission" }>;

/** Where a rule is kept unless the person says otherwise: as long as the session lasts, where that is possible. */
export function scopeOf({ scopes }: PanelQuestion, { scope }: Draft): Scope {
  if (scope !== undefined && scopes.includes(scope)) return scope;
  return scopes.includes("session") ? "session" : (scopes.find((each) => each !== "once") ?? "once");
}

/** The rule as it would be kept; none where no rule fits. */
export function ruleOf({ suggestedRule }: PanelQuestion, { rule }: Draft): string | undefined {
  return suggestedRule === undefined ? undefined : (rule ?? suggestedRule);
}

/** The text of the argument that can be changed, and whether it was. */
export function editedOf(
  { editable }: PanelQuestion,
  { edited }: Draft,
): { readonly text: string; readonly changed: boolean } {
  const asked = editable?.text ?? "";
  const text = edited ?? asked;
  return { text, changed: text !== asked };
}

/** Whether "allow and keep the rule" can be chosen: there is a rule, and a place for it. */
export function canKeep(question: PanelQuestion, draft: Draft): boolean {
  return (ruleOf(question, draft) ?? "").trim() !== "" && scopeOf(question, draft) !== "once";
}

/** Allows this call alone. */
export function allowOnce(question: PanelQuestion, draft: Draft, rest: boolean): Answer {
  return { ...answer(question, "allow", rest), ...change(question, draft) };
}

/** Allows this call and what the rule covers. */
export function allowAndKeep(question: PanelQuestion, draft: Draft, rest: boolean): Answer {
  const rule = ruleOf(question, draft)?.trim() ?? "";
  return {
    ...answer(question, "allow", rest),
    scope: scopeOf(question, draft),
    ...(rule !== "" && { rule }),
    ...change(question, draft),
  };
}

/** Denies, with the person's reason where there is one. */
export function deny(question: PanelQuestion, { feedback = "" }: Draft, rest: boolean): Answer {
  const reason = feedback.trim();
  return { ...answer(question, "deny", rest), ...(reason !== "" && { feedback: reason }) };
}

function answer({ id }: PanelQuestion, given: Answer["answer"], rest: boolean): Answer {
  return { kind: "answer-permission", id, answer: given, scope: "once", ...(rest && { rest }) };
}

function change(question: PanelQuestion, draft: Draft): Pick<Answer, "edited"> {
  const { editable } = question;
  const { text, changed } = editedOf(question, draft);
  return editable !== undefined && changed ? { edited: { name: editable.name, text } } : {};
}
