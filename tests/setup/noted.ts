import { type CheckpointKeys, checkAgainstCheckpoint } from "#server/audit-log/checkpoints/check-log.ts";
import { NotedTree } from "#server/audit-log/checkpoints/noted-tree.ts";

/** What a log of these hashes has to do with a note. */
export function findingOf(entryHashes: Iterable<string>, note: string, keys: CheckpointKeys) {
  const tree = new NotedTree([note]);
  for (const hash of entryHashes) tree.take(hash);
  return checkAgainstCheckpoint(tree, note, keys);
}
