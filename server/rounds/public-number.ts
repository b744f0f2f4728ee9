import type { RoundRow } from "#db/queries/rounds.ts";
import { beaconTime, type StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import type { App } from "#server/platform/app/app.ts";
import { beaconTroubleSchema } from "#server/platform/beacons/ask.ts";

/** Returns the public number that a round's lot or draw awaits, or used last; null if it needs none. */
export function publicNumberOf(
  app: Pick<App, "beacon">,
  beacon: StudyBeacon | null,
  { beaconRound, beaconSignature: signature, beaconTrouble: trouble, closingSeq, neededFlags }: RoundRow,
) {
  if (beacon === null || beaconRound === null) return null;
  const relay = app.beacon?.relays[0];
  return {
    beaconRound,
    dueAt: beaconTime(beacon, beaconRound),
    /** Whether the opening names the number; otherwise the end of the ballots does. */
    isNamedAtOpening: closingSeq === null,
    /** Whether the panel of the round awaits it. */
    isForPanel: neededFlags === null,
    /** null until it is in the log. */
    signature,
    /** Why it is overdue; null: no problem. */
    trouble: trouble === null ? null : beaconTroubleSchema.parse(trouble),
    /** Public address of the number; null if this server has no relay any more. */
    address: relay === undefined ? null : `${relay}/${beacon.chain}/public/${beaconRound}`,
  };
}
