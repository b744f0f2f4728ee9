import { listRoundChances } from "#db/queries/round-people.ts";
import { findPlaceOf, isRoundSeat } from "#db/queries/round-seats.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import { findSeatOf } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { isOneOf } from "#server/audit-log/pairs.ts";
import { readTolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";
import { exactGaps } from "#server/learner/panel/eligibility.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireRound } from "#server/rounds/read-round.ts";

/**
 * Returns the seat from which an account may judge this round.
 *
 * @param expected the seat that the page was rendered for: another user may have signed in since, in the same browser
 * @throws DomainError "not-on-panel"
 */
export async function requireSeat(
  db: Reader,
  studyId: string,
  round: number,
  accountId: string,
  expected?: string,
): Promise<string> {
  const seatId = await findSeatOf(db, studyId, accountId);
  if (seatId !== undefined && seatId !== (expected ?? seatId)) {
    throw new DomainError("not-on-panel", t.otherIsSignedIn());
  }
  if (seatId !== undefined && (await isRoundSeat(db, { studyId, round, seatId }))) return seatId;
  throw new DomainError("not-on-panel", t.notOnPanel({ round }));
}

type Own = { readonly studyId: string; readonly round: number; readonly accountId: string };

/**
 * Returns the seat from which an account judges or judged a round. Verdicts stay readable for their author, also from a
 * seat that has ended since.
 *
 * @throws DomainError "not-on-panel"
 */
export async function requirePlace(db: Reader, { studyId, round, accountId }: Own): Promise<string> {
  const seatId = await findPlaceOf(db, { studyId, round, accountId });
  if (seatId !== undefined) return seatId;
  throw new DomainError("not-on-panel", t.notOnPanel({ round }));
}

/** Whether an account is or was on the panel of a round, which then exists. */
export function isOnPanel(app: App, own: Own): Promise<boolean> {
  return app.store.read(async (db) => (await findPlaceOf(db, own)) !== undefined);
}

/** Reads a round that still takes verdicts. @throws DomainError "not-found", "round-closed", "deadline-passed" */
export async function requireJudging(
  db: Reader,
  studyId: string,
  number: number,
  now: number,
): Promise<RoundRow> {
  const round = await requireRound(db, studyId, number);
  if (round.state !== "open") {
    throw new DomainError("round-closed", t.roundOver({ round: number, state: round.state }));
  }
  if (round.deadlineAt !== null && now >= round.deadlineAt) {
    throw new DomainError("deadline-passed", t.deadlinePassed({ round: number }));
  }
  return round;
}

type JudgedRound = { readonly studyId: string; readonly round: RoundRow; readonly settings: StudySettings };

/**
 * Reads which pairs of a round can be judged, or are among those for which the panel is asked for tolerances.
 *
 * @returns the chances of the round, by position, and a function that says why a pair cannot be judged
 */
export async function readEligible(db: Reader, { studyId, round, settings }: JudgedRound) {
  const chances = await listRoundChances(db, studyId, round.number);
  const asked = readTolerancePairs(round.tolerancePairs);
  const isAllowed = asked ? isOneOf(asked) : exactGaps(chances)(settings.learner.alpha).exceedsAlpha;
  const problemOfPair = (high: number, low: number): string | undefined => {
    const isThere = Math.max(high, low) < chances.length;
    if (isThere && isAllowed(high, low)) return undefined;
    return asked ? t.pairNotAsked({ high, low }) : notEligible(high, low, chances.length, settings);
  };
  return { chances, problemOfPair };
}

/**
 * Checks that all pairs can be judged.
 * @returns the chances of the round, by position
 * @throws DomainError "pair-not-eligible" that names each verdict on a pair that cannot be judged
 */
export async function requireEligible(
  db: Reader,
  round: JudgedRound,
  pairs: readonly (readonly [number, number])[],
): Promise<readonly string[]> {
  const { chances, problemOfPair } = await readEligible(db, round);
  const problems = pairs.flatMap(([high, low], index): InputProblem[] => {
    const message = problemOfPair(high, low);
    return message === undefined ? [] : [{ row: index + 1, field: "pair", message }];
  });
  const [first] = problems;
  if (first !== undefined) throw new DomainError("pair-not-eligible", first.message, problems);
  return chances;
}

function notEligible(high: number, low: number, count: number, settings: StudySettings): string {
  if (high >= count || low >= count)
    return t.noSuchPosition({ last: count - 1, position: Math.max(high, low) });
  if (high === low) return t.samePosition({ position: high });
  return t.chancesTooClose({ high, alpha: settings.learner.alpha, low });
}
