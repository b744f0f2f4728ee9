import {
  findMembership,
  insertMembership,
  type StudyRole,
  updateMembership,
  type WayIn,
} from "#db/queries/seats.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";

/** How an account comes to a role. `addedBy` is the maker of the link or the giver of the role; null: the server. */
export type Coming = {
  readonly wayIn: WayIn;
  readonly addedBy: string | null;
  /** Public key of the browser in which a link was used; null without one. */
  readonly key: string | null;
};

/** A role given by the server itself: to the maker of a study, or for the demonstration. */
export const byServer: Coming = { wayIn: "account", addedBy: null, key: null };

/**
 * Gives an account its one role in a study. The same role again changes nothing; an ended one begins anew.
 * @throws DomainError "role-conflict": an operator of a study can neither judge nor research it, also not later
 */
export async function joinStudy(
  tx: Tx,
  { studyId, accountId, role, now, ...coming }: Joining,
): Promise<void> {
  const present = await findMembership(tx, studyId, accountId);
  if (present === undefined) {
    await insertMembership(tx, { studyId, accountId, role, ...coming, createdAt: now });
  } else if (present.role !== role) {
    throw new DomainError("role-conflict", t.roleConflict({ present: t.aRole({ role: present.role }) }));
  } else if (present.endedAt !== null) {
    await updateMembership(tx, { studyId, accountId }, { endedAt: null, ...coming });
  }
}

type Joining = Coming & {
  readonly studyId: string;
  readonly accountId: string;
  readonly role: StudyRole;
  readonly now: number;
};
