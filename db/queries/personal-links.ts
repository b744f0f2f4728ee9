import { deleteRows, findRow, inserting, listRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type PersonOfRound = { readonly studyId: string; readonly round: number; readonly position: number };

export const insertPersonalLink = inserting("personalLink");

export async function findPersonalLink(db: Reader, tokenHash: string) {
  return findRow(db, "personalLink", { tokenHash }, ["studyId", "round", "position", "contact", "expiresAt"]);
}

/** Lists the links to people of a round, in the order of the people. */
export async function listPersonalLinks(db: Reader, studyId: string, round: number) {
  return listRows(
    db,
    "personalLink",
    { studyId, round },
    ["position", "contact", "createdAt", "expiresAt"],
    ["position"],
  );
}

export async function deletePersonalLink(tx: Tx, of: PersonOfRound): Promise<void> {
  await deleteRows(tx, "personalLink", of);
}

/** Deletes the links of every study. */
export async function deleteAllPersonalLinks(tx: Tx): Promise<void> {
  await tx.q.delete(tx.t.personalLink);
}
