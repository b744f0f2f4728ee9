import type { EntryType } from "#server/audit-log/entries.ts";
import type { VoteAnswer } from "#server/audit-log/receipts/ballot-trace.ts";
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
  /** Whether `found` is in English, whatever the language of the other texts. */
  readonly isEnglish?: true;
};

/** Why a log holds only in part, in English for the command line. */
export const reservationWords = {
  "no-features": "rounds whose chances were not recomputed, since no features were given",
  "no-rules": "rounds whose chances were not recomputed, since the list of their rules was not given",
  "features-erased": "rounds not recomputed in full, since people in them or before them were erased",
  "no-totals": "erasures behind which nothing was recomputed, since no totals were given",
  "fitting-totals":
    "erasures behind which the totals fit what was charged, whichever rules accepted the erased person",
  "unchecked-totals":
    "erasures behind which the totals were taken as the log binds them, without being held against the charges",
  "over-budget":
    "rounds of FTPL whose chances were not recomputed, since that costs more than the budget given",
  "unranked-dockets":
    "rounds of whose dockets the ranking was not recomputed, since features of people in them are not there",
  "unproven-ballots":
    "ballots that counted, signed with a key that only the server vouches for: it may have made them",
  "confirmed-ballots":
    "ballots that counted, signed with a key of a new device that another auditor confirmed",
  "untimed-ballots":
    "ballots of which the log cannot tell whether they came before the deadline, since the server's clock had been ahead before",
  "by-operator": "rounds whose people the operator chose",
  "cancelled-rounds": "rounds that the operator cancelled: they decided nothing",
  "cancelled-ballots": "ballots sealed in cancelled rounds: they were never opened",
  "reopened-rounds": "cancelled rounds of which people were opened again in a later round",
  "closed-by-hand": "rounds that their operator closed at a moment of choice, as had been said",
  "closed-otherwise": "rounds that closed otherwise than had been said when they opened",
  "no-beacon": "rounds whose draw the server could have known before it opened or closed them",
  "unwitnessed-draws": "draws whose public number was named before it came out only according to the server",
  "late-witness": "draws whose public number was out before a witness had seen that it was named",
  "own-beacon":
    "draws whose public number comes from a beacon that this server chose: if it runs the beacon, it knew the numbers",
  "own-witness":
    "entries that only witnesses of this server’s choice vouch for: if it runs them, it can have signed at any time",
  restores: "times that the log went on after a backup was restored",
  "drawn-again":
    "rounds that were open when a backup was restored: the lost history may have drawn them already",
  "lost-history": "entries of a history that was lost, as the log says: it goes on after a backup",
  "skipped-links": "links of a lost history that are skipped, so that no round is drawn with them again",
  "lost-checkpoint": "checkpoints that were kept of a history that was lost",
  "no-witness": "entries whose times and completeness only the server vouches for",
} as const;

export type ReservationKind = keyof typeof reservationWords;

/** The questions about a receipt, in order. */
export const receiptQuestions = [
  ["inLog", "In the log"],
  ["history", "Same history"],
  ["counted", "Counted"],
  ["shown", "Made over what was shown"],
] as const;

export type ReceiptAnswers = {
  readonly [Question in (typeof receiptQuestions)[number][0]]: VoteAnswer;
};

export type ReceiptReport = {
  /** The name under which the receipt was given. */
  readonly name: string;
  /** null if the file is not a receipt. */
  readonly ballot: { readonly round: number; readonly seq: number } | null;
  /** null if the file is not a receipt, or is of another study. */
  readonly answers: ReceiptAnswers | null;
};

/** A place at which the log went on after a backup. */
export type RestoreReport = {
  /** The entry that says so. */
  readonly seq: number;
  /** How many entries were lost, as the log says. */
  readonly lostCount: number;
  readonly skippedLinks: number;
  /** The open round that the lost history may have drawn already; null if there is none. */
  readonly round: number | null;
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
  /** What the answer relies on, because the person who verified named nothing else. */
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
 * Reservations about a record that was recomputed in full: what was not set up when it was made, and choices that its
 * operator was free to make.
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
];

/** Returns whether a log holds but for what was not set up, or was the operator's choice. */
export function isRecomputed({
  answer,
  reservations,
}: Pick<VerifyReport, "answer" | "reservations">): boolean {
  return answer === "holds-in-part" && reservations.every(({ kind }) => notSetUp.includes(kind));
}

/** Exit codes of the command line. */
export const exitCodes: Readonly<Record<Answer, number>> = {
  holds: 0,
  fails: 1,
  "cannot-check": 2,
  "holds-in-part": 3,
  "holds-relying": 4,
};
