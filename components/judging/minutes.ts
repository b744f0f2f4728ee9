import { formatCount } from "#server/format.ts";

const MINUTE = 60_000;

/** Estimates the time for a number of pairs from the auditor's own pace: "about 8 minutes at your own pace". */
export function minutesInWords(pairCount: number, msPerPair: number): string {
  return `about ${formatCount(Math.max(1, Math.round((pairCount * msPerPair) / MINUTE)), "minute")} at your own pace`;
}
