import { counted } from "#components/rounds/people/pair-words.ts";

const MINUTE = 60_000;

/** Estimates the time for a number of pairs from the auditor's own pace: "about 8 minutes at your own pace". */
export function minutesInWords(pairCount: number, msPerPair: number): string {
  return `about ${counted(Math.max(1, Math.round((pairCount * msPerPair) / MINUTE)), "minute")} at your own pace`;
}
