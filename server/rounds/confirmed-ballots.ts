import { listLastBallots } from "#db/queries/ballots.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import type { Reader } from "#db/store/store.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { readDevices } from "#server/studies/devices.ts";

/**
 * Reads which ballots of a closed round came from a device that another auditor had confirmed, and whose seat that was:
 * those that the verifier counts.
 */
export async function readConfirmedBallots(db: Reader, studyId: string, round: number) {
  const places = (await listRoundSeats(db, studyId, round)).map(({ seatId }) => seatId);
  const devices = await readDevices(db, studyId);
  return countingBallots(places, await listLastBallots(db, { studyId, rounds: [round] })).flatMap(
    (ballot) => {
      const device = devices.find(({ key }) => key === ballot?.key);
      if (ballot === null || device === undefined || device.beganWith === null) return [];
      const wasProven = device.provenSeq !== null && device.provenSeq < ballot.seq;
      return wasProven ? [{ seat: ballot.seatId, by: device.beganWith }] : [];
    },
  );
}
