import { and, eq, ne, sum } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

export type RuleListRow = Tx["t"]["ruleList"]["$inferSelect"];

/** Keeps a list in place of an earlier one of the same study. */
export async function replaceRuleList(tx: Tx, row: RuleListRow): Promise<void> {
  await deleteRuleList(tx, row.studyId);
  await tx.q.insert(tx.t.ruleList).values(row);
}

export async function deleteRuleList(tx: Tx, studyId: string): Promise<void> {
  await tx.q.delete(tx.t.ruleList).where(eq(tx.t.ruleList.studyId, studyId));
}

/** The hash of a study's list, without the list. */
export async function findRuleListHash(db: Reader, studyId: string): Promise<string | undefined> {
  const { ruleList } = db.t;
  const rows = await db.q.select({ hash: ruleList.hash }).from(ruleList).where(eq(ruleList.studyId, studyId));
  return rows[0]?.hash;
}

/** The list that a hash names, deflated: whichever study has it, it is the same. */
export async function findPackedRules(db: Reader, hash: string): Promise<Uint8Array | undefined> {
  const { ruleList } = db.t;
  const rows = await db.q
    .select({ packed: ruleList.packed })
    .from(ruleList)
    .where(eq(ruleList.hash, hash))
    .limit(1);
  return rows[0]?.packed;
}

/** Bytes of the lists in the drafts of an account, but for that of a study where it is replaced. */
export async function sumRuleLists(db: Reader, accountId: string, replaced: string | null): Promise<number> {
  const { ruleList, study, membership } = db.t;
  const isOther = replaced === null ? undefined : ne(study.id, replaced);
  const rows = await db.q
    .select({ bytes: sum(ruleList.size) })
    .from(membership)
    .innerJoin(study, eq(study.id, membership.studyId))
    .innerJoin(ruleList, eq(ruleList.studyId, study.id))
    .where(and(eq(membership.accountId, accountId), eq(study.state, "draft"), isOther));
  return Number(rows[0]?.bytes ?? 0);
}
