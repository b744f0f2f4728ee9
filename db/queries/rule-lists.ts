import { eq, inArray, sum } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export type RuleListRow = Tx["t"]["ruleList"]["$inferSelect"];

/** Stores a rule list in place of an earlier one of the same study. */
export async function replaceRuleList(tx: Tx, row: RuleListRow): Promise<void> {
  await deleteRuleList(tx, row.studyId);
  await tx.q.insert(tx.t.ruleList).values(row);
}

export async function deleteRuleList(tx: Tx, studyId: string): Promise<void> {
  await tx.q.delete(tx.t.ruleList).where(eq(tx.t.ruleList.studyId, studyId));
}

/** Finds the hash of a study's rule list, without the list. */
export async function findRuleListHash(db: Reader, studyId: string): Promise<string | undefined> {
  const { ruleList } = db.t;
  const rows = await db.q.select({ hash: ruleList.hash }).from(ruleList).where(eq(ruleList.studyId, studyId));
  return rows[0]?.hash;
}

/** Finds a study's rule list, deflated, with its hash and the bytes of its text. */
export async function findRuleList(
  db: Reader,
  studyId: string,
): Promise<Pick<RuleListRow, "hash" | "size" | "packed"> | undefined> {
  const { ruleList } = db.t;
  const rows = await db.q
    .select({ hash: ruleList.hash, size: ruleList.size, packed: ruleList.packed })
    .from(ruleList)
    .where(eq(ruleList.studyId, studyId));
  return rows[0];
}

/** Finds the rule list with a hash, deflated. Every study with this hash has the same list. */
export async function findPackedRules(db: Reader, hash: string): Promise<Uint8Array | undefined> {
  const { ruleList } = db.t;
  const rows = await db.q
    .select({ packed: ruleList.packed })
    .from(ruleList)
    .where(eq(ruleList.hash, hash))
    .limit(1);
  return rows[0]?.packed;
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
