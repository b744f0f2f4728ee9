import { taggedText } from "./hash.ts";

/** What an older key of a seat signs to vouch for another one: ["evenhand/1/seat-key", study, seat, key]. */
export function seatKeyMessage({ study, seat, key }: { study: string; seat: string; key: string }): string {
  return taggedText("seat-key", study, seat, key);
}
