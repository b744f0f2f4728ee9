import {
  type Answer,
  type Problem,
  type ReceiptReport,
  receiptQuestions,
  reservationWords,
  type VerifyReport,
} from "./report.ts";

export const answerWords: Readonly<Record<Answer, string>> = {
  holds: "The log holds.",
  "holds-in-part": "The log holds in part: nothing differs, but not everything could be checked.",
  fails: "The log does not hold.",
  "cannot-check": "The log cannot be checked here.",
};

/** A report as lines for people: the answer, what differs first, why it holds in part only, what was computed. */
export function reportWords(report: VerifyReport): string[] {
  const { answer, obstacle, problems, problemCount, reservations } = report;
  const hidden = problemCount - problems.length;
  return [
    answerWords[answer],
    ...(obstacle === null ? [] : [obstacle]),
    ...problems.flatMap(problemWords),
    ...(hidden > 0 ? [`... and ${counted(hidden)} more that differ.`] : []),
    ...reservations.map(({ kind, count }) => `${counted(count)} ${reservationWords[kind]}.`),
    ...report.receipts.map(receiptWords),
    computedWords(report),
    ...(report.head === null ? [] : [`Last entry ${report.head.seq}, hash ${report.head.hash}.`]),
  ];
}

export function placeInWords({ seq }: Pick<Problem, "seq">): string {
  return seq === 0 ? "Beside the log" : `Entry ${counted(seq)}`;
}

/** Where, what was expected and what was found. */
function problemWords({ seq, what, expected, found }: Problem): string[] {
  return [`${placeInWords({ seq })}: ${what}`, `  expected ${expected}`, `  found    ${found}`];
}

/** What became of a receipt, in a line. */
function receiptWords({ name, ballot, answers }: ReceiptReport): string {
  if (ballot === null) return `Receipt ${name}: no whole receipt.`;
  const where = `Receipt ${name}, round ${ballot.round}, entry ${counted(ballot.seq)}`;
  if (answers === null) return `${where}: of another study.`;
  const words = { yes: "yes", no: "NO", open: "not settled" } as const;
  const said = receiptQuestions.map(
    ([key, question]) => `${question.toLowerCase()}: ${words[answers[key].answer]}`,
  );
  return `${where}: ${said.join(", ")}.`;
}

export function computedWords({ entryCount, computed }: VerifyReport): string {
  const { chances, panels, draws, states } = computed;
  const parts = [
    `${counted(chances)} chances`,
    `${counted(panels)} decisions of the panel`,
    `${counted(draws)} draws`,
    `${counted(states)} states of the learner`,
  ];
  return `${counted(entryCount)} entries read; computed and equal: ${parts.join(", ")}.`;
}

function counted(count: number): string {
  return count.toLocaleString("en-GB");
}
