import * as t from "#messages/judging.ts";

const MINUTE = 60_000;

/** Estimates the time for a number of pairs from the auditor's own pace, in whole minutes, at least one. */
export function minutesFor(pairCount: number, msPerPair: number): number {
  return Math.max(1, Math.round((pairCount * msPerPair) / MINUTE));
}

/** Describes that time: "about 8 minutes at your own pace". */
export function minutesInWords(pairCount: number, msPerPair: number): string {
  return t.minutes({ count: minutesFor(pairCount, msPerPair) });
}
