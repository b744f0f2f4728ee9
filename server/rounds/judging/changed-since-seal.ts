import { listOwnBallots, listSavedVerdicts } from "#db/queries/ballots.ts";
import type { Reader } from "#db/store/store.ts";
import { orderVerdicts } from "#server/audit-log/ballots.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";

type Place = { readonly studyId: string; readonly round: number; readonly seatId: string };

/** Returns whether saved verdicts differ from the ballot that was sealed last. Changes count once they are sealed. */
export function isChangedSinceSeal(
  ballot: { readonly verdicts: string },
  saved: readonly Verdict[],
): boolean {
  return ballot.verdicts !== canonicalJson(orderVerdicts(saved));
}

/** Reads whether a seat's holder has changed verdicts of an open round since sealing it. */
export async function readIsChanged(db: Reader, place: Place): Promise<boolean> {
  const [ballot] = await listOwnBallots(db, { ...place, rounds: [place.round] });
  const saved = await listSavedVerdicts(db, place);
  return (
    ballot !== undefined &&
    isChangedSinceSeal(
      ballot,
      saved.map(({ verdict }) => verdict),
    )
  );
}
