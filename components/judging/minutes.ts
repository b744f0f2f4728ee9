import { counted } from "#components/rounds/people/pair-words.ts";

const MINUTE = 60_000;

/** "about 8 minutes at your own pace": what so many pairs take somebody who needs that long for one. */
export function minutesInWords(pairCount: number, msPerPair: number): string {
  return `about ${counted(Math.max(1, Math.round((pairCount * msPerPair) / MINUTE)), "minute")} at your own pace`;
}
