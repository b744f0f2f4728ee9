import { type CheckpointKeys, checkAgainstCheckpoint } from "#server/audit-log/checkpoints/check-log.ts";
import { NotedTree } from "#server/audit-log/checkpoints/noted-tree.ts";

/** Computes the relation of a log with these hashes to a note. */
export function findingOf(entryHashes: Iterable<string>, note: string, keys: CheckpointKeys) {
  const tree = new NotedTree([note]);
  for (const hash of entryHashes) tree.take(hash);
  return checkAgainstCheckpoint(tree, note, keys);
}
