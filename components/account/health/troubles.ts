import type { Outputs } from "#server/http/outputs.ts";

type Inside = Outputs["health"]["read"];

/** Waits of this length or more are noticeable to users. */
const longWaitMs = 1_000;
const shortOfDisk = 1_000_000_000;

/** Describes everything that needs attention, in sentences. Empty if all is well. */
export function troublesIn(inside: Inside): string[] {
  const { longestCommitMs, longestDelayMs, diskFreeBytes, jobs, errors } = inside;
  return [
    longestCommitMs > longWaitMs && "Somebody waited for more than a second until what they sent was stored.",
    longestDelayMs > longWaitMs && "The server was busy for more than a second without a break.",
    diskFreeBytes !== null && diskFreeBytes < shortOfDisk && "Less than 1 GB is left on the disk.",
    jobs.waiting > 20 && "Many jobs wait to be begun.",
    errors.length > 0 && "There were errors that nobody foresaw.",
  ].filter((sentence) => sentence !== false);
}
