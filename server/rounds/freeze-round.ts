import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { freezeRound, type RoundRow } from "#db/queries/rounds.ts";
import { namedBeaconRound, type StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { isAsAnnounced } from "#server/audit-log/closing.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";
import { reasonNow, seatsThatCount } from "./closes-early.ts";
import { endReceipt, type RoundEndReceipt } from "./read-round.ts";

/**
 * Ends the ballots of an open round in a study with a beacon, and names the public number for its draw: the first one
 * published after the study's delay from now. From here on no input of the draw can be chosen.
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
  const beaconRound = namedBeaconRound(beacon, now);
  const asAnnounced = isAsAnnounced(closing, reason);
  const { seq, hash, at } = append("round.closing", { round: number, reason, asAnnounced, beaconRound });
  const frozen = { beaconRound, closingSeq: seq, closingHash: hash, closingAt: at, closeReason: reason };
  await freezeRound(tx, { studyId: study.id, number }, frozen);
  return endReceipt(study.id, { ...round, ...frozen, state: "closing" });
}
