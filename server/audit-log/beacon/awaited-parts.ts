import type { StudyBeacon } from "../beacon-chain.ts";
import type { StudySettings } from "../entries.ts";
import { isOrdered, type SelectionWay } from "../panel-ways.ts";

/**
 * Returns which parts of an opening await the public number that it names: the panel, if it is chosen by a lot; the
 * draw, if it is made at opening. Neither does in a study without a beacon.
 *
 * @param how the current way of choosing panels
 */
export function awaitedParts({
  beacon,
  drawAt,
  how,
}: {
  readonly beacon: StudyBeacon | null;
  readonly drawAt: StudySettings["drawAt"];
  readonly how: SelectionWay;
}): { readonly panel: boolean; readonly draw: boolean } {
  return { panel: beacon !== null && isOrdered(how), draw: beacon !== null && drawAt === "opening" };
}
