import { inserting, listRows } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

export const insertOverride = inserting("override");

/** Lists the overrides of these rounds, or of all rounds, by round and position. */
export async function listOverrides(db: Reader, studyId: string, rounds?: readonly number[]) {
  const which = { studyId, ...(rounds && { round: rounds }) };
  const picked = ["round", "position", "selected", "reason", "decidedBy", "seq"] as const;
  const rows = await listRows(db, "override", which, picked, ["round", "position"]);
  return rows.map(({ selected, ...row }) => ({
    ...row,
    decision: selected === 1 ? (0 as const) : (1 as const),
  }));
}
