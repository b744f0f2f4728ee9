import { listDecisions } from "#db/queries/draws.ts";
import { listOverrides } from "#db/queries/overrides.ts";
import { listErasedPositions } from "#db/queries/round-people.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { requireRound } from "../read-round.ts";

export type DecidedPlace = { readonly studyId: string; readonly round: number; readonly position: number };

/**
 * Reads what a closed round decided about one person.
 *
 * @param orElse words the refusal of a round that is not closed
 * @throws DomainError "round-not-open" unless the round is closed; "not-found" without such a position
 */
export async function requireDecided(
  tx: Tx,
  { studyId, round: number, position }: DecidedPlace,
  orElse: (round: { round: number; state: Exclude<RoundRow["state"], "closed"> }) => string,
): Promise<{ selected: number; isErased: boolean; isOverridden: boolean }> {
  const { state } = await requireRound(tx, studyId, number);
  if (state !== "closed") throw new DomainError("round-not-open", orElse({ round: number, state }));
  const decisions = await listDecisions(tx, studyId, [number]);
  const isHere = (row: { position: number }) => row.position === position;
  const decision = decisions.find(isHere);
  if (decision === undefined) {
    const last = decisions.length - 1;
    throw new DomainError("not-found", t.noPositionInRound({ round: number, last, position }));
  }
  return {
    selected: decision.selected,
    isErased: (await listErasedPositions(tx, studyId, [number])).some(isHere),
    isOverridden: (await listOverrides(tx, studyId, [number])).some(isHere),
  };
}
