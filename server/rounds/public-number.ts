import type { RoundRow } from "#db/queries/rounds.ts";
import { beaconTime, type StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import type { App } from "#server/platform/app/app.ts";

/** The public number that a round's draw awaits, or rested on; null if it needs none. */
export function publicNumberOf(
  app: Pick<App, "beacon">,
  beacon: StudyBeacon | null,
  { beaconRound, beaconSignature: signature, beaconTrouble: trouble, closingSeq }: RoundRow,
) {
  if (beacon === null || beaconRound === null) return null;
  const relay = app.beacon?.relays[0];
  return {
    beaconRound,
    dueAt: beaconTime(beacon, beaconRound),
    /** Or else by the end of the ballots. */
    isNamedAtOpening: closingSeq === null,
    /** null until it is in the log. */
    signature,
    /** Why it is not, although it was due; null: nothing is wrong. */
    trouble,
    /** Where everybody can look it up; null if this server knows no relay any more. */
    address: relay === undefined ? null : `${relay}/${beacon.chain}/public/${beaconRound}`,
  };
}
