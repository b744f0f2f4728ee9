import { beaconTime, type LostClosing, type StudyBeacon } from "../beacon-chain.ts";
import { readLine } from "../chain.ts";
import { type CheckpointKeys, openCheckpoint } from "../checkpoints/check-log.ts";
import { ifReadable, LogError } from "../errors.ts";
import { entryHash } from "../hash.ts";
import { verifyInclusion } from "../tree/verify.ts";

/**
 * Reads the public number that a lost `round.closing` names.
 *
 * @param keys of the checkpoint's name
 * @returns the number and whether a witness cosigned it before it was published; or why the proof is invalid
 */
export function readLostClosing(
  { entry: line, proof, checkpoint: note }: LostClosing,
  { study, keys, beacon }: { study: string; keys: CheckpointKeys; beacon: StudyBeacon },
): { round: number; beaconRound: number; isTimely: boolean } | { readonly why: LogError } {
  const opened = openCheckpoint(note, keys);
  if ("why" in opened) return opened;
  const entry = ifReadable(() => readLine(line));
  if (entry?.type !== "round.closing" || entry.study !== study)
    return { why: new LogError("closing-other", "the entry is not a round.closing of this study") };
  const { size, root } = opened.checkpoint;
  if (!verifyInclusion({ leaf: entryHash(line), index: entry.seq - 1, size, proof, root }))
    return { why: new LogError("checkpoint-differs", "the checkpoint does not contain the closing") };
  const { round, beaconRound } = entry.body;
  const publishedAt = beaconTime(beacon, beaconRound);
  const isTimely = opened.cosigned.some(({ at }) => at !== null && at * 1_000 < publishedAt);
  return { round, beaconRound, isTimely };
}
