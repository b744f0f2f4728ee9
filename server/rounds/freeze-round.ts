import { listSealTimes } from "#db/queries/ballots.ts";
import { listEntriesOf } from "#db/queries/log.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { type RoundRow, updateRound } from "#db/queries/rounds.ts";
import { namedBeaconRound, type StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { isAsAnnounced } from "#server/audit-log/closing.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";
import { reasonNow, seatsThatCount } from "./closes-early.ts";
import { endReceipt, type RoundEndReceipt } from "./read-round.ts";

/**
 * Ends the ballots of an open round in a study with a beacon, and names the public number for its draw: the first one
 * published after the study's delay from now, or the one that a lost history named for this round. From here on no
 * input of the draw can be chosen.
 */
export async function freeze(
  writer: StudyWriter,
  round: RoundRow,
  beacon: StudyBeacon,
): Promise<RoundEndReceipt> {
  const { tx, study, now, append } = writer;
  const { number, closing } = round;
  const panel = await listRoundSeats(tx, study.id, number);
  const reason = reasonNow(writer, round, seatsThatCount(panel, await listSealTimes(tx, study.id, number)));
  const fixed = await findFixedNumber(writer, round);
  const beaconRound = fixed ?? namedBeaconRound(beacon, now);
  const asAnnounced = isAsAnnounced(closing, reason);
  const { seq, hash, at } = append("round.closing", { round: number, reason, asAnnounced, beaconRound });
  const frozen = { beaconRound, closingSeq: seq, closingHash: hash, closingAt: at, closeReason: reason };
  // The number so far, if any, was that of the panel's lot.
  const awaited = { beaconSignature: null, beaconTrouble: null };
  await updateRound(tx, { studyId: study.id, number }, { ...frozen, ...awaited, state: "closing" });
  return endReceipt(study.id, { ...round, ...frozen, state: "closing" });
}

/** Finds the number that a lost history named for an open round, as the log says since the round opened. */
async function findFixedNumber(
  { tx, study }: StudyWriter,
  { number, openedSeq }: RoundRow,
): Promise<number | null> {
  const which = { studyId: study.id, types: ["log.restored"], after: openedSeq, limit: 1_000 };
  for (const { entry } of await listEntriesOf(tx, which)) {
    for (const lost of (readLine(entry) as Entry<"log.restored">).body.lostClosings) {
      const { round, beaconRound } = (readLine(lost.entry) as Entry<"round.closing">).body;
      if (round === number) return beaconRound;
    }
  }
  return null;
}
