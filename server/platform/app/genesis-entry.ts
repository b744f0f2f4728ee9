import { findEntry, findEntryHash } from "#db/queries/log.ts";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { processCache } from "#server/platform/process/process-wide.ts";

/**
 * What a study's first entry fixes permanently: its seed tree, the signer of its checkpoints, and the beacon of its
 * draws.
 */
export type GenesisEntry = Pick<EntryBody<"study.created">, "seedTree" | "checkpoints" | "beacon">;

const keptStudies = 10_000;

/**
 * Returns what the study's first entry says; undefined for a draft or an unknown study. The entry may be long, so it is
 * parsed once per process. The cache is keyed by the entry's hash, so it never returns a study of another database.
 */
export async function findGenesisEntry(db: Reader, studyId: string): Promise<GenesisEntry | undefined> {
  const hash = await findEntryHash(db, studyId, 1);
  if (hash === undefined) return undefined;
  const known = processCache<GenesisEntry>("genesis-entries", { max: keptStudies });
  const genesis = known.get(hash) ?? (await readGenesisEntry(db, studyId));
  known.set(hash, genesis);
  return genesis;
}

async function readGenesisEntry(db: Reader, studyId: string): Promise<GenesisEntry> {
  const first = await findEntry(db, studyId, 1);
  if (first === undefined) throw new Error(`study ${studyId} lost its first entry while it was read`);
  const { seedTree, checkpoints, beacon } = (readLine(first.entry) as Entry<"study.created">).body;
  return { seedTree, checkpoints, beacon };
}
