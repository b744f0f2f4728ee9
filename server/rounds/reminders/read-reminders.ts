import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { listSeats } from "#db/queries/seats.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { failureOf, isRunning } from "#server/platform/app/job-lease.ts";
import { roundOfAuditor } from "#server/rounds/judging/read-judging.ts";
import { findDecision } from "#server/studies/labels.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { requireRound } from "../read-round.ts";
import { reminderText } from "./reminder-mail.ts";
import {
  countsSince,
  lastReminded,
  listReminders,
  type ReminderJob,
  reminderTimes,
  type SeatReminded,
} from "./reminder-times.ts";

/** Reads which seats have not sealed yet, when they can be reminded, and the result of this round's last reminder. */
export async function readReminders(app: App, studyId: string, number: number) {
  const now = app.now();
  return app.store.read(async (db) => {
    const { name: studyName, language } = await requireStudy(db, studyId);
    const decision = await findDecision(db, studyId);
    const round = await requireRound(db, studyId, number);
    const panel = await listRoundSeats(db, studyId, number);
    const held = new Set((await listSeats(db, studyId)).map(({ id }) => id));
    const sealed = new Set((await listSealTimes(db, studyId, number)).map(({ seatId }) => seatId));
    const jobs = await listReminders(db, studyId, Math.min(round.openedAt, countsSince(now)));
    const reminded = lastReminded(jobs);
    const nameOf = (seat: string) =>
      panel.find(({ seatId }) => seatId === seat)?.displayName ?? `seat ${seat}`;
    const last = jobs.findLast((job) => job.round === number);
    return {
      takesVerdicts: roundOfAuditor(round, now).takesVerdicts,
      mailIsOn: app.mailer !== null,
      ...inLanguage(language, () =>
        reminderText({ studyId, studyName, decision, round: number, deadlineAt: round.deadlineAt }),
      ),
      missing: panel
        .filter(({ seatId }) => held.has(seatId) && !sealed.has(seatId))
        .map(({ seatId, displayName }) => ({
          seatId,
          displayName,
          ...remindedWhen(reminded.get(seatId), now),
        })),
      last: last === undefined ? null : describeReminder(last, nameOf, app),
    };
  });
}

/**
 * Returns a seat's reminder times. `againAt` is null for a seat that can be reminded now, `remindedAt` for one that was
 * not certainly reminded.
 */
function remindedWhen(last: SeatReminded | undefined, now: number) {
  if (last === undefined) return { remindedAt: null, againAt: null };
  const againAt = last.at + reminderTimes.pause;
  return { remindedAt: last.isSent ? last.at : null, againAt: againAt > now ? againAt : null };
}

type Clocks = Pick<App, "now" | "timekeeper">;

function describeReminder(job: ReminderJob, nameOf: (seat: string) => string, clocks: Clocks) {
  const { id, seats, createdAt, updatedAt, error, result } = job;
  const isInterrupted = job.state === "running" && !isRunning(job, clocks);
  return {
    id,
    state: isInterrupted ? ("interrupted" as const) : job.state,
    /** Milliseconds until it is sent. */
    sendsIn: Math.max(0, createdAt + reminderTimes.undo - clocks.now()),
    updatedAt,
    error: job.state === "failed" && error !== null ? failureOf(error).message : error,
    names: seats.map(nameOf),
    sent: (result?.sent ?? []).map(nameOf),
    notNeeded: (result?.notNeeded ?? []).map(nameOf),
    failed: (result?.failed ?? []).map(({ seat, message }) => ({ name: nameOf(seat), message })),
  };
}
