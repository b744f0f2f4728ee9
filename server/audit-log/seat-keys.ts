import { taggedText } from "./hash.ts";

/**
 * Returns the message that an older key of a seat signs to vouch for another key: ["evenhand/1/seat-key", study, seat,
 * key].
 */
export function seatKeyMessage({ study, seat, key }: { study: string; seat: string; key: string }): string {
  return taggedText("seat-key", study, seat, key);
}
