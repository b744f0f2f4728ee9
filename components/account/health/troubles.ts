import { formatSize } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Inside = Outputs["health"]["read"];

/** Waits of this length or more are noticeable to users. */
const longWaitMs = 1_000;
/** From this many waiting jobs on, the server does not keep up. */
const manyJobs = 20;
const shortOfDisk = 1_000_000_000;

/** Describes everything that needs attention, in sentences. Empty if all is well. */
export function troublesIn(inside: Inside): string[] {
  const { longestCommitMs, longestDelayMs, diskFreeBytes, jobs, errors } = inside;
  const waiting = jobs.reduce((sum, kind) => sum + kind.waiting, 0);
  return [
    longestCommitMs > longWaitMs &&
      `A user waited more than ${longWaitMs / 1_000} s until a change was stored.`,
    longestDelayMs > longWaitMs && `The server did not answer for more than ${longWaitMs / 1_000} s.`,
    diskFreeBytes !== null &&
      diskFreeBytes < shortOfDisk &&
      `Less than ${formatSize(shortOfDisk)} is left on the disk.`,
    waiting > manyJobs && `${waiting} jobs are waiting.`,
    errors.length > 0 && "There were errors that nobody foresaw.",
  ].filter((sentence) => sentence !== false);
}
