import { taggedText } from "./hash.ts";

/**
 * Returns the message that a proven key of the same or another seat signs to confirm a key of `seat`:
 * ["evenhand/1/seat-key", study, seat, key].
 */
export function seatKeyMessage({ study, seat, key }: { study: string; seat: string; key: string }): string {
  return taggedText("seat-key", study, seat, key);
}
