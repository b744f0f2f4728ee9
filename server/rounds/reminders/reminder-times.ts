import { z } from "zod";
import { listJobsSince } from "#db/queries/jobs.ts";
import type { Reader } from "#db/store/store.ts";
import { undoMs } from "#server/schemas/durations.ts";

/** The kind of a reminder's job. As jobs, the seats and times of reminders survive a restart. */
export const reminderKind = "reminder" as const;

/** Durations in milliseconds. */
export const reminderTimes = {
  undo: undoMs,
  /** Minimum time between two reminders to a seat. */
  pause: 60 * 60_000,
  /** Maximum delay. A reminder that could not be sent in time, because no server ran, is not sent any more. */
  late: 10 * 60_000,
  /** Maximum time for sending. After it the reminder is given up. */
  send: 2 * 60_000,
} as const;

/**
 * Returns the time before which reminders are too old to count: a reminder's waiting, delay and sending are all
 * limited.
 */
export function countsSince(now: number): number {
  const { undo, pause, late, send } = reminderTimes;
  return now - pause - undo - late - send;
}

const paramsSchema = z.strictObject({ round: z.int(), seats: z.array(z.string()) });

const resultSchema = z.strictObject({
  sent: z.array(z.string()),
  /** Auditors who sealed or left between the click and the sending. */
  notNeeded: z.array(z.string()),
  failed: z.array(z.strictObject({ seat: z.string(), message: z.string() })),
});

export type ReminderParams = z.output<typeof paramsSchema>;
export type ReminderResult = z.output<typeof resultSchema>;

/** Parses a reminder job's parameters: the seats it is for. */
export function readParams(params: string | null): ReminderParams {
  return paramsSchema.parse(JSON.parse(params ?? "null"));
}

export type ReminderJob = Awaited<ReturnType<typeof listReminders>>[number];

/** Lists the study's reminders made since a time, oldest first. */
export async function listReminders(db: Reader, studyId: string, since: number) {
  const rows = await listJobsSince(db, studyId, reminderKind, since);
  return rows.map(({ params, result, ...row }) => ({
    ...row,
    ...readParams(params),
    result: result === null ? null : resultSchema.parse(JSON.parse(result)),
  }));
}

/**
 * A seat's last reminder. `isSent` is false while it waits or is being sent, or if its server stopped: it may reach the
 * seat.
 */
export type SeatReminded = { readonly at: number; readonly isSent: boolean };

/** Returns when each seat was, or may have been, reminded last. */
export function lastReminded(jobs: readonly ReminderJob[]): ReadonlyMap<string, SeatReminded> {
  const last = new Map<string, SeatReminded>();
  for (const job of jobs) {
    // A failed job failed before its first mail.
    if (job.state === "cancelled" || job.state === "failed") continue;
    const isSent = job.state === "done";
    for (const seat of isSent ? (job.result?.sent ?? []) : job.seats) {
      last.set(seat, { at: isSent ? job.updatedAt : job.createdAt, isSent });
    }
  }
  return last;
}
