import * as say from "#messages/verifier.ts";
import type { EntryType } from "#server/audit-log/entries.ts";
import type { VoteAnswer } from "#server/audit-log/receipts/ballot-trace.ts";
import type { ReservationKind } from "./reservations.ts";
import type { ReliedOn } from "./trust.ts";

/** The result of a verification. */
export type Answer = "holds" | "holds-relying" | "holds-in-part" | "fails" | "cannot-check";

/** A difference that was found, in the language of the reader (server/locale.ts). */
export type Problem = {
  /** The entry; 0: a file outside the log, or the log as a whole. */
  readonly seq: number;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  /** The details of what was found, in English, for developers. */
  readonly detail?: string;
};

/** The questions about a receipt, in order. */
export const receiptQuestions = ["inLog", "history", "counted", "shown"] as const;

export type ReceiptAnswers = { readonly [Question in (typeof receiptQuestions)[number]]: VoteAnswer };

export type ReceiptReport = {
  /** The name under which the receipt was given. */
  readonly name: string;
  /** null if the file is not a receipt. */
  readonly ballot: { readonly round: number; readonly seq: number } | null;
  /** null if the file is not a receipt, or is of another study. */
  readonly answers: ReceiptAnswers | null;
};

/** A place at which the log continues after a restored backup. */
export type RestoreReport = {
  /** The number of `log.restored`. */
  readonly seq: number;
  /** The number of lost entries, as stated in the log. */
  readonly lostCount: number;
  readonly skippedLinks: number;
  /** The open rounds that the lost history may have drawn already. */
  readonly rounds: readonly number[];
};

/** A log without a readable entry, or one of a newer format; `message` says in English what is newer. */
export type Obstacle = { readonly kind: "empty" | "newer"; readonly message: string };

export type VerifyReport = {
  readonly answer: Answer;
  /** In log order; if there are very many, only the first. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** Why nothing can be determined; null except with the answer "cannot-check". */
  readonly obstacle: Obstacle | null;
  /** The beacon and the witnesses that the answer relies on, because the reader named no others. */
  readonly reliedOn: ReliedOn;
  readonly reservations: readonly { readonly kind: ReservationKind; readonly count: number }[];
  /** The cost of drawing FTPL's rules again, and the rounds that the budget left out; null for other learners. */
  readonly budget: {
    readonly given: number;
    readonly needed: number;
    readonly leftOut: readonly number[];
  } | null;
  /** One report for each restore of the log. */
  readonly restores: readonly RestoreReport[];
  readonly entryCount: number;
  readonly countByType: Readonly<Partial<Record<EntryType, number>>>;
  /** Chances, panel decisions and draws that were computed and are equal. */
  readonly computed: {
    readonly chances: number;
    readonly panels: number;
    readonly draws: number;
    readonly states: number;
  };
  /** One report for each given receipt. */
  readonly receipts: readonly ReceiptReport[];
  readonly head: { readonly seq: number; readonly hash: string } | null;
};

/**
 * Reservations that a fully recomputed record may have: safeguards that the study did not set up, and permitted choices
 * of its operator.
 */
const notSetUp: readonly ReservationKind[] = [
  "no-beacon",
  "no-witness",
  "own-beacon",
  "own-witness",
  "unproven-ballots",
  "confirmed-ballots",
  "by-operator",
  "cancelled-rounds",
  "cancelled-ballots",
  "reopened-rounds",
  "closed-by-hand",
  "closed-otherwise",
];

/** Returns whether a log is correct except for safeguards that were not set up and permitted choices of the operator. */
function isRecomputed({ answer, reservations }: Pick<VerifyReport, "answer" | "reservations">): boolean {
  return answer === "holds-in-part" && reservations.every(({ kind }) => notSetUp.includes(kind));
}

/** Returns the answer of a report in words. A record that was recomputed in full is called correct. */
export function headline(report: Pick<VerifyReport, "answer" | "reservations">): string {
  return isRecomputed(report) ? say.holdsWhole() : answerWords[report.answer]();
}

const answerWords: Readonly<Record<Answer, () => string>> = {
  holds: say.holds,
  "holds-relying": say.holdsRelying,
  "holds-in-part": say.holdsInPart,
  fails: say.fails,
  "cannot-check": say.notChecked,
};

/** Exit codes of the command line. */
export const exitCodes: Readonly<Record<Answer, number>> = {
  holds: 0,
  fails: 1,
  "cannot-check": 2,
  "holds-in-part": 3,
  "holds-relying": 4,
};

/** Returns the answer of a verification with these findings. */
export function answerOf(
  obstacle: Obstacle | null,
  problems: number,
  reservations: VerifyReport["reservations"],
): Answer {
  if (problems > 0) return "fails";
  if (obstacle !== null) return "cannot-check";
  if (reservations.length === 0) return "holds";
  const isRelying = reservations.every(({ kind }) => kind === "own-beacon" || kind === "own-witness");
  return isRelying ? "holds-relying" : "holds-in-part";
}
