import type { Editor } from "./editor.ts";
import type { QuestionQueue } from "./question-queue.ts";
import type { Words } from "./words.ts";

/** Characters of a subject in a notification. */
const NOTICE_CHARS = 200;
/** What a notification shows as it is: letters, signs and plain spaces, and no link, whose address VS Code would hide. */
const SHOWN_AS_IT_IS = /^(?!.*\]\()[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** What telling of a question needs. */
export interface Outside {
  readonly editor: Pick<Editor, "notify">;
  readonly questions: QuestionQueue;
  readonly words: Words;
}

/**
 * Tells somebody who does not look at the window of the question that came last. It can be denied there, and allowed once
 * where the notification shows all that would happen; everything else is for the card.
 */
export function notifyQuestion({ editor, questions, words }: Outside): void {
  const question = questions.questions().at(-1);
  if (question === undefined) return;
  const { id, tool, access, subject, diff } = question;
  const answer = (given: "allow" | "deny") => (): void => {
    const problem = questions.answer({ kind: "answer-permission", id, answer: given, scope: "once" });
    if (problem !== undefined) editor.notify("warning", problem);
  };
  const isWhole =
    (access === "run" || access === "read") &&
    diff === undefined &&
    subject.length <= NOTICE_CHARS &&
    SHOWN_AS_IT_IS.test(subject);
  editor.notify("info", words("waits", tool, words(`access-${access}`), subject.slice(0, NOTICE_CHARS)), [
    ...(isWhole ? [{ label: words("notice-allow"), take: answer("allow") }] : []),
    { label: words("notice-deny"), take: answer("deny") },
  ]);
}
