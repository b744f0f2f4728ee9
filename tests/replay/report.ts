/** The report of a replay (docs/log-format.md, section 6). Nothing here throws. */

export interface Problem {
  /** The entry's `seq`; 0 for the features file and for the log as a whole. */
  readonly seq: number;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

export interface RoundReport {
  readonly round: number;
  readonly t: number;
  /** null where no chance of the round can be recomputed, because people were erased. */
  largestChanceDifference: number | null;
  /** u lies within the tolerance of a boundary between two rules. */
  drawAtBoundary: boolean;
}

export interface Report {
  /** Everything was checked without problems. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly rounds: readonly RoundReport[];
  readonly chanceCount: number;
  readonly largestChanceDifference: number;
  /** Rounds that closed otherwise than their openings announced. */
  readonly closedOtherwise: readonly number[];
  /** Rounds that an operator closed at a freely chosen time, as announced. */
  readonly closedByHand: readonly number[];
  /** Cancelled rounds, how many seats sealed in each, and whether people of it were opened again. */
  readonly cancelled: readonly {
    readonly round: number;
    readonly ballots: number;
    readonly isReopened: boolean;
  }[];
  /** Rounds whose draw the server could know beforehand: their study has no beacon. */
  readonly restedOnNothing: readonly number[];
  /** Rounds whose number no witness cosigned, and rounds cosigned too late. */
  readonly unseenDraws: readonly number[];
  readonly lateDraws: readonly number[];
  /** A beacon and witnesses that only the log names: the server may control them. */
  readonly ownBeacon: { readonly chain: string; readonly rounds: readonly number[] } | null;
  readonly ownWitnesses: readonly string[];
  /** Rounds with an erased person, or whose chances depend on charges for one. */
  readonly erasedRounds: readonly number[];
  /** Erasures after which the replay continued from totals with a logged hash. */
  readonly resumed: readonly Resumed[];
  /** Each restore of a backup after which the log continued. */
  readonly restores: readonly Restore[];
  /** Rounds after one in which it was unclear which remembered verdict was dropped. */
  readonly uncertainRounds: readonly number[];
  /** The number of opened ballots with an unproven key: the server may have made them. */
  readonly unprovenBallots: number;
  /** The number signed by a device that another seat of the panel confirmed. */
  readonly confirmedBallots: number;
  /** Ballots whose `at` is not before the deadline, although the server's clock said they were in time. */
  readonly untimedBallots: number;
}

export interface Restore {
  /** The entry of the restore. */
  readonly seq: number;
  readonly lostEntries: number;
  /** Links of the lost history that no round uses. */
  readonly skippedLinks: number;
  /** The round that was open, if the lost history may have drawn it; null otherwise. */
  readonly drawnAgain: readonly number[];
}

export interface Resumed {
  /** The entry of the erasure. */
  readonly seq: number;
  /**
   * People without features whose charges are among the totals: that the rest of each total is a sum of some of their
   * charges was checked, but not which. null: too many, or mode `guarded`; nothing was checked but the hash.
   */
  readonly unknownPeople: number | null;
}

/** Section 6: chances absolutely, eta and C relatively, u from a boundary. */
export const TOLERANCE = 1e-9;

/** A part of the log that cannot be read at all: caught for each entry and reported as a problem. */
export class Broken extends Error {
  readonly what: string;
  readonly expected: string;
  readonly found: string;

  constructor(what: string, expected: string, found: unknown) {
    super(`${what}: expected ${expected}`);
    this.what = what;
    this.expected = expected;
    this.found = shown(found);
  }
}

/** Collects problems under the current entry. */
export class Problems {
  readonly list: Problem[] = [];
  seq = 0;
  /** An unknown `v` or `type` occurred: later entries cannot be checked (section 7). */
  stopped = false;

  note(what: string, expected: unknown, found: unknown): void {
    this.list.push({ seq: this.seq, what, expected: shown(expected), found: shown(found) });
  }

  same(what: string, expected: unknown, found: unknown): boolean {
    const equal = textOf(expected) === textOf(found);
    if (!equal) this.note(what, expected, found);
    return equal;
  }

  require(holds: boolean, what: string, expected: unknown, found: unknown): void {
    if (!holds) this.note(what, expected, found);
  }

  /** Runs `work`; unreadable parts become problems. */
  guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof Broken) this.note(error.what, error.expected, error.found);
      else this.note("entry could not be replayed", "no fault", String(error));
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}

function shown(value: unknown): string {
  const text = textOf(value);
  return text.length > 400 ? `${text.slice(0, 400)}...` : text;
}
