import * as t from "#messages/serverStatus.ts";
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
    longestCommitMs > longWaitMs && t.waited({ seconds: longWaitMs / 1_000 }),
    longestDelayMs > longWaitMs && t.stalled({ seconds: longWaitMs / 1_000 }),
    diskFreeBytes !== null && diskFreeBytes < shortOfDisk && t.diskLow({ size: formatSize(shortOfDisk) }),
    waiting > manyJobs && t.jobsWait({ count: waiting }),
    errors.length > 0 && t.hadErrors(),
  ].filter((sentence) => sentence !== false);
}
