import { findRuleList } from "#db/queries/rule-lists.ts";
import type { Store } from "#db/store/store.ts";
import { unpackNamed } from "#server/study/files/reading/packed-file.ts";
import type { Damage } from "./damaged.ts";

/** Returns what is wrong with the rule list stored with a study's log; null if nothing is, or if there is no list. */
export async function misfitOfList(store: Store, studyId: string): Promise<Damage | null> {
  const kept = await store.read((db) => findRuleList(db, studyId));
  if (kept === undefined || (await unpackNamed(kept.packed, kept.hash)) !== null) return null;
  return { kind: "listAltered" };
}
