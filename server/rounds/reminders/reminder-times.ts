import { z } from "zod";
import { listJobsSince } from "#db/queries/jobs.ts";
import type { Reader } from "#db/store/store.ts";

/** Reminders are jobs: whom they are for outlives the server, and so does when they went out. */
export const reminderKind = "reminder";

/** Milliseconds. */
export const reminderTimes = {
  /** How long a reminder can be undone before it goes out. */
  undo: 10_000,
  /** No seat is reminded twice within this time. */
  pause: 60 * 60_000,
  /** A reminder that could not go out in time, because no server ran, does not go out any more. */
  late: 10 * 60_000,
  /** How long sending takes at most; longer, and the server that did it is gone. */
  lease: 2 * 60_000,
} as const;

/** Reminders made before this went out too long ago to count: they wait, are late and are sent for a while at most. */
export function countsSince(now: number): number {
  const { undo, pause, late, lease } = reminderTimes;
  return now - pause - undo - late - lease;
}

const paramsSchema = z.strictObject({ round: z.int(), seats: z.array(z.string()) });

const resultSchema = z.strictObject({
  sent: z.array(z.string()),
  /** Who sealed or left between the click and the sending. */
  notNeeded: z.array(z.string()),
  failed: z.array(z.strictObject({ seat: z.string(), message: z.string() })),
});

export type ReminderParams = z.output<typeof paramsSchema>;
export type ReminderResult = z.output<typeof resultSchema>;

/** What a reminder's job says about whom it is for. */
export function readParams(params: string | null): ReminderParams {
  return paramsSchema.parse(JSON.parse(params ?? "null"));
}

export type ReminderJob = Awaited<ReturnType<typeof listReminders>>[number];

/** The study's reminders made since then, oldest first. */
export async function listReminders(db: Reader, studyId: string, since: number) {
  const rows = await listJobsSince(db, studyId, reminderKind, since);
  return rows.map(({ params, result, ...row }) => ({
    ...row,
    ...readParams(params),
    result: result === null ? null : resultSchema.parse(JSON.parse(result)),
  }));
}

/** `isSent` is false for a reminder that waits, is on its way, or whose server died: it may reach the seat. */
export type SeatReminded = { readonly at: number; readonly isSent: boolean };

/** When each seat was reminded last, or may have been. */
export function lastReminded(jobs: readonly ReminderJob[]): ReadonlyMap<string, SeatReminded> {
  const last = new Map<string, SeatReminded>();
  for (const job of jobs) {
    // A job fails before its first mail.
    if (job.state === "cancelled" || job.state === "failed") continue;
    const isSent = job.state === "done";
    for (const seat of isSent ? (job.result?.sent ?? []) : job.seats) {
      last.set(seat, { at: isSent ? job.updatedAt : job.createdAt, isSent });
    }
  }
  return last;
}
