import { insertEntries } from "#db/queries/log.ts";
import { findStudy, updateStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import { genesisPrev } from "#server/audit-log/chain.ts";
import { fixedBytes } from "./app.ts";

/** Adds entries without content, which checkpoints do not read. */
export async function growByHand(tx: Tx, studyId: string, size: number): Promise<void> {
  const from = (await findStudy(tx, studyId))?.nextSeq ?? 1;
  const rows = Array.from({ length: size - from + 1 }, (_, index) => ({
    studyId,
    seq: from + index,
    type: "outcome.recorded",
    at: 1,
    round: null,
    entry: "{}",
    hash: fixedBytes("entry", from + index),
  }));
  for (let at = 0; at < rows.length; at += 2_000) await insertEntries(tx, rows.slice(at, at + 2_000));
  await updateStudy(tx, studyId, { nextSeq: size + 1, headHash: genesisPrev });
}
