import type { AnnulVote } from "./annulments.ts";
import { LogError } from "./errors.ts";
import { asHex, keyedHash, taggedHash, taggedText } from "./hash.ts";
import type { Verdict } from "./verdicts.ts";

/**
 * Returns what the draw takes from a ballot: H("nonce", nonce). The nonce itself stays secret until the round closes.
 *
 * @throws LogError "not-hex"
 */
export function nonceHash(nonce: string): string {
  return taggedHash("nonce", asHex(nonce));
}

/** Names one version of one seat's ballot in one round. */
export type BallotPlace = {
  readonly study: string;
  /** Hash of the round's opening: with it the ballot is bound to everything that was logged before. */
  readonly opening: string;
  readonly round: number;
  readonly seat: string;
  /** 1, 2, ... */
  readonly version: number;
};

/** A ballot whose content is secret until the round closes. */
export type SealedBallot = BallotPlace & {
  /** 32 secret bytes, hex; opened when the round closes. */
  readonly salt: string;
  readonly nonceHash: string;
  /** {@link shownDigest} of what the ballot's author was shown. */
  readonly shown: string;
  /** In the order of {@link orderVerdicts}. */
  readonly verdicts: readonly Verdict[];
  /** One for each proposal of the opening, in its order; absent if the opening carries none. */
  readonly votes?: readonly AnnulVote[];
};

/** The fields of a ballot that decide which version counts. */
type Versioned = { readonly seatId: string; readonly version: number };

/**
 * Returns the ballots that count: the last version of each seat that is on the panel now. A seat that has left the
 * panel does not count.
 *
 * @param seats   the round's panel by place, as it sits now
 * @param ballots versions that were sealed in this round, the last of each seat among them, in any order
 * @returns one for each place; null where the seat did not seal
 */
export function countingBallots<Ballot extends Versioned>(
  seats: readonly string[],
  ballots: readonly Ballot[],
): (Ballot | null)[] {
  const last = new Map<string, Ballot>();
  for (const ballot of ballots) {
    // Stryker disable next-line EqualityOperator: a seat's ballots never share a version
    if (ballot.version > (last.get(ballot.seatId)?.version ?? 0)) last.set(ballot.seatId, ballot);
  }
  return seats.map((seat) => last.get(seat) ?? null);
}

/**
 * Returns a commitment to a ballot that does not reveal it: K(salt, {nonceHash, opening, round, seat, shown, study,
 * verdicts, version}), and with votes where the opening carries proposals.
 *
 * @throws LogError "not-hex"; "verdict-order" if the verdicts are not sorted, because then two texts would mean one
 *   ballot
 */
export function ballotCommitment(ballot: SealedBallot): string {
  const { salt, study, round, seat, version, verdicts, votes } = ballot;
  assertOrdered(verdicts);
  const hashes = {
    nonceHash: asHex(ballot.nonceHash),
    opening: asHex(ballot.opening),
    shown: asHex(ballot.shown),
  };
  return keyedHash(salt, { ...hashes, round, seat, study, verdicts, version, ...(votes && { votes }) });
}

/**
 * Returns the text that a seat's key signs for a ballot: ["evenhand/1/ballot", study, opening, round, seat, version,
 * nonceHash, commitment].
 */
export function ballotMessage(
  ballot: Omit<SealedBallot, "salt" | "shown" | "verdicts" | "votes"> & { readonly commitment: string },
): string {
  const { study, opening, round, seat, version, nonceHash, commitment } = ballot;
  return taggedText("ballot", study, opening, round, seat, version, nonceHash, commitment);
}

/**
 * Sorts verdicts into the order of a ballot: by high, then by low.
 *
 * @returns a new list; the argument is not changed
 * @throws LogError "verdict-order" if a pair occurs twice
 */
export function orderVerdicts(verdicts: readonly Verdict[]): Verdict[] {
  const ordered = verdicts.toSorted(comparePairs);
  assertOrdered(ordered);
  return ordered;
}

/**
 * Rejects verdicts that a ballot of the round cannot hold.
 *
 * @param verdicts pairs of positions counted from 0, in the order of {@link orderVerdicts}
 * @param isEligible whether (high, low) may be judged: the exact gap of the logged chances exceeds alpha
 * @throws LogError "verdict-order" for another order or a repeated pair; "verdict-pair" for a pair that is not eligible
 */
export function checkVerdicts(
  verdicts: readonly Verdict[],
  isEligible: (high: number, low: number) => boolean,
): void {
  assertOrdered(verdicts);
  for (const [high, low] of verdicts) {
    if (high === low || !isEligible(high, low)) {
      throw new LogError("verdict-pair", `positions ${high} and ${low} are not an eligible pair`);
    }
  }
}

function assertOrdered(verdicts: readonly Verdict[]): void {
  verdicts.forEach((verdict, index) => {
    const before = verdicts[index - 1];
    if (before !== undefined && comparePairs(before, verdict) >= 0) {
      const [high, low] = verdict;
      throw new LogError(
        "verdict-order",
        `the verdict on positions ${high} and ${low} is repeated or misplaced`,
      );
    }
  });
}

function comparePairs(a: Verdict, b: Verdict): number {
  return a[0] - b[0] || a[1] - b[1];
}
