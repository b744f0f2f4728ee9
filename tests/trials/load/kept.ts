import { listSavedVerdicts } from "#db/queries/ballots.ts";
import { findEntryHash } from "#db/queries/log.ts";
import type { Store } from "#db/store/store.ts";
import type { LoadAuditor } from "./auditor.ts";

/** Receipts and saved verdicts: how many were acknowledged, and how many of these the database has. */
export type Kept = { readonly acknowledged: number; readonly kept: number };

/** Looks up every receipt in the log, and every verdict that was acknowledged last. */
export async function countKept(store: Store, auditors: readonly LoadAuditor[]): Promise<Kept> {
  let [acknowledged, kept] = [0, 0];
  for (const { place, saved, receipts, seat: seatId } of auditors) {
    const { studyId, round } = place;
    acknowledged += receipts.length + saved.size;
    await store.read(async (db) => {
      for (const { seq, hash } of receipts) kept += (await findEntryHash(db, studyId, seq)) === hash ? 1 : 0;
      const rows = await listSavedVerdicts(db, { studyId, round, seatId });
      const words = new Map(rows.map(({ verdict: [high, low, word] }) => [`${high} ${low}`, word]));
      for (const [pair, verdict] of saved) kept += words.get(pair) === verdict ? 1 : 0;
    });
  }
  return { acknowledged, kept };
}
