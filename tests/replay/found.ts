/** The problems that a replay finds in changed and rechained entries. */

import { type Body, sealed } from "./fixture.ts";
import { replay } from "./replay.ts";

/** The parts of a draw that no longer fit once anything before its opening was changed. */
const OF_A_DRAW =
  /^(u|rule drawn|decision for .*|order of the draw|draw commitment|commitment of .*|signature of .*)$/;

/**
 * Lists the problems of a forged log as "SEQ WHAT", without those that every change causes: u depends on everything before
 * an opening, so all draws of rounds that opened after the first change are wrong as well.
 */
export function foundIn(forged: readonly Body[], original: readonly Body[], features: string): string[] {
  const first = forged.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(original[index]));
  const laterOpening = forged.findIndex(({ type }, index) => type === "round.opened" && index > first) + 1;
  const isBrought = (seq: number, what: string) =>
    first >= 0 && laterOpening > 0 && seq > laterOpening && OF_A_DRAW.test(what);
  return replay(sealed(forged), features)
    .problems.filter(({ seq, what }) => !isBrought(seq, what))
    .map(({ seq, what }) => `${seq} ${what}`);
}
