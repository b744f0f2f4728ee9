import { inArray, sum } from "drizzle-orm";
import { deleting, findRow, findValue } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type RuleListRow = Tx["t"]["ruleList"]["$inferSelect"];

/** Stores a rule list in place of an earlier one of the same study. */
export async function replaceRuleList(tx: Tx, row: RuleListRow): Promise<void> {
  await deleteRuleList(tx, row);
  await tx.q.insert(tx.t.ruleList).values(row);
}

export const deleteRuleList = deleting("ruleList", "studyId");

/** Finds the hash of a study's rule list, without the list. */
export async function findRuleListHash(db: Reader, studyId: string): Promise<string | undefined> {
  return findValue(db, "ruleList", { studyId }, "hash");
}

/** Finds a study's rule list, deflated, with its hash and the bytes of its text. */
export async function findRuleList(
  db: Reader,
  studyId: string,
): Promise<Pick<RuleListRow, "hash" | "size" | "packed"> | undefined> {
  return findRow(db, "ruleList", { studyId }, ["hash", "size", "packed"]);
}

/** Finds the rule list with a hash, deflated. Every study with this hash has the same list. */
export async function findPackedRules(db: Reader, hash: string): Promise<Uint8Array | undefined> {
  return findValue(db, "ruleList", { hash }, "packed");
}

/** Sums the bytes of some studies' rule lists. */
export async function sumRuleLists(db: Reader, studyIds: readonly string[]): Promise<number> {
  const { ruleList } = db.t;
  const rows = await db.q
    .select({ bytes: sum(ruleList.size) })
    .from(ruleList)
    .where(inArray(ruleList.studyId, [...studyIds]));
  return Number(rows[0]?.bytes ?? 0);
}
