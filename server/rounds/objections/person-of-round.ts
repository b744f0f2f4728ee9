import { listErasedPositions, listPeopleAt } from "#db/queries/round-people.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { requireRound } from "#server/rounds/read-round.ts";

/** A person by the place in a round. */
export type PersonOfRound = { readonly studyId: string; readonly round: number; readonly position: number };

/**
 * Reads a person of a closed round.
 *
 * @throws DomainError "objection-too-early" as long as the round is not closed; "not-found"; "person-erased"
 */
export async function requireClosedPerson(
  db: Reader,
  { studyId, round, position }: PersonOfRound,
): Promise<{ personId: string; chance: string }> {
  const { state } = await requireRound(db, studyId, round);
  if (state !== "closed") throw new DomainError("objection-too-early", t.objectionTooEarly({ round }));
  const [person] = await listPeopleAt(db, studyId, [{ round, position }]);
  if (person === undefined) throw new DomainError("not-found", t.positionUnknown({ round }));
  const erased = await listErasedPositions(db, studyId, [round]);
  if (erased.some((each) => each.position === position)) {
    throw new DomainError("person-erased", t.objectorErased());
  }
  return person;
}
