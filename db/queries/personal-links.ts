import { deleting, findRow, inserting, listRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

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

export const deletePersonalLink = deleting("personalLink", "studyId", "round", "position");

/** Deletes the links of every study. */
export async function deleteAllPersonalLinks(tx: Tx): Promise<void> {
  await tx.q.delete(tx.t.personalLink);
}
