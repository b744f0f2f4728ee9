import { and, asc, eq, inArray } from "drizzle-orm";
import { inserting } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

export const insertOverride = inserting("override");

/** Lists the overrides of these rounds, or of all rounds, by round and position. */
export async function listOverrides(db: Reader, studyId: string, rounds?: readonly number[]) {
  const { override } = db.t;
  const { round, position, selected, reason, decidedBy, seq } = override;
  const rows = await db.q
    .select({ round, position, selected, reason, decidedBy, seq })
    .from(override)
    .where(and(eq(override.studyId, studyId), rounds && inArray(override.round, [...rounds])))
    .orderBy(asc(override.round), asc(override.position));
  return rows.map(({ selected, ...row }) => ({
    ...row,
    decision: selected === 1 ? (0 as const) : (1 as const),
  }));
}
