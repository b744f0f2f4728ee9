import {
  countSeatsEver,
  findMembership,
  findSeatOf,
  insertMembership,
  insertSeat,
  listSeats,
  reviveMembership,
} from "#db/queries/seats.ts";
import type { Tx } from "#db/store.ts";
import type { App } from "../app.ts";
import { DomainError } from "../errors.ts";
import { writeStudy } from "../study-writer.ts";

/**
 * Gives an account a seat on the study's panel, from the next opening on. Seating somebody twice is one seat.
 * @throws DomainError "role-conflict" if the account operates or researches this study
 */
export function seatAuditor(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
): Promise<{ seatId: string }> {
  return writeStudy(app, studyId, async ({ tx, now, append }) => {
    await joinAs(tx, { studyId, accountId, role: "auditor", now });
    const held = await findSeatOf(tx, studyId, accountId);
    if (held !== undefined) return { seatId: held };
    const seatId = `s${(await countSeatsEver(tx, studyId)) + 1}`;
    await insertSeat(tx, { studyId, id: seatId, accountId, seatedAt: now });
    append("seat.added", { seat: seatId, replaces: null });
    return { seatId };
  });
}

/** Lets an account research the study. @throws DomainError "role-conflict" */
export function addResearcher(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
): Promise<void> {
  return writeStudy(app, studyId, ({ tx, now }) =>
    joinAs(tx, { studyId, accountId, role: "researcher", now }),
  );
}

async function joinAs(
  tx: Tx,
  {
    studyId,
    accountId,
    role,
    now,
  }: { studyId: string; accountId: string; role: "auditor" | "researcher"; now: number },
): Promise<void> {
  const membership = await findMembership(tx, studyId, accountId);
  if (membership === undefined) {
    await insertMembership(tx, { studyId, accountId, role, createdAt: now });
  } else if (membership.role !== role) {
    throw new DomainError(
      "role-conflict",
      `This account is already ${article(membership.role)} of this study; the roles of a study exclude each other.`,
    );
  } else if (membership.endedAt !== null) {
    await reviveMembership(tx, studyId, accountId);
  }
}

function article(role: string): string {
  return /^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`;
}

export function readSeats(app: App, studyId: string) {
  return app.store.read((db) => listSeats(db, studyId));
}
