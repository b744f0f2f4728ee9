import type { EntryType } from "#server/log/entries.ts";

/** What a verification comes to. */
export type Answer = "holds" | "holds-in-part" | "fails" | "cannot-check";

/** Something that differs. */
export type Problem = {
  /** The entry; 0: a file beside the log, or the log as a whole. */
  readonly seq: number;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
};

/** Why a log that holds does so in part only. */
export const reservationWords = {
  "no-features": "rounds whose chances were not recomputed, since no features were given",
  "features-erased": "rounds not recomputed in full, since people in them or before them were erased",
  "no-totals": "erasures behind which nothing was recomputed, since no totals were given",
  "unchecked-totals": "erasures behind which the totals were taken as the log binds them",
  "unproven-ballots":
    "ballots that counted, signed with a key that nobody but the server vouches for: it may have made them",
  "by-operator": "rounds whose people the operator chose",
  "closed-by-hand": "rounds that their operator closed at a moment of choice, as had been said",
  "closed-otherwise": "rounds that closed otherwise than had been said when they opened",
  "no-beacon": "rounds whose draw the server could have known before it opened or closed them",
  "unwitnessed-draws":
    "draws whose public number nobody outside the server vouches to have been named before it came out",
  "late-witness": "draws whose public number was out before a witness had seen that it was named",
  "no-witness": "entries whose times, and whose being the last, nobody outside the server vouches for",
} as const;

export type ReservationKind = keyof typeof reservationWords;

export type VerifyReport = {
  readonly answer: Answer;
  /** In log order; of very many the first. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** Why nothing can be said; null but for the answer "cannot-check". */
  readonly obstacle: string | null;
  readonly reservations: readonly { readonly kind: ReservationKind; readonly count: number }[];
  readonly entryCount: number;
  readonly countByType: Readonly<Partial<Record<EntryType, number>>>;
  /** Chances, decisions of panels and draws that were computed and are equal. */
  readonly computed: {
    readonly chances: number;
    readonly panels: number;
    readonly draws: number;
    readonly states: number;
  };
  readonly head: { readonly seq: number; readonly hash: string } | null;
};

/** For the command line. */
export const exitCodes: Readonly<Record<Answer, number>> = {
  holds: 0,
  fails: 1,
  "cannot-check": 2,
  "holds-in-part": 3,
};
