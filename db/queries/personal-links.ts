import { asc } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type PersonOfRound = { readonly studyId: string; readonly round: number; readonly position: number };

export async function insertPersonalLink(
  tx: Tx,
  row: Tx["t"]["personalLink"]["$inferInsert"],
): Promise<void> {
  await tx.q.insert(tx.t.personalLink).values(row);
}

export async function findPersonalLink(db: Reader, tokenHash: string) {
  const { personalLink } = db.t;
  const rows = await db.q
    .select(pick(personalLink, "studyId", "round", "position", "contact", "expiresAt"))
    .from(personalLink)
    .where(matches(personalLink, { tokenHash }));
  return rows[0];
}

/** Lists the links to people of a round, in the order of the people. */
export async function listPersonalLinks(db: Reader, studyId: string, round: number) {
  const { personalLink } = db.t;
  return db.q
    .select(pick(personalLink, "position", "contact", "createdAt", "expiresAt"))
    .from(personalLink)
    .where(matches(personalLink, { studyId, round }))
    .orderBy(asc(personalLink.position));
}

export async function deletePersonalLink(tx: Tx, of: PersonOfRound): Promise<void> {
  await tx.q.delete(tx.t.personalLink).where(matches(tx.t.personalLink, of));
}

/** Deletes the links of every study. */
export async function deleteAllPersonalLinks(tx: Tx): Promise<void> {
  await tx.q.delete(tx.t.personalLink);
}
