import { listSealTimes } from "#db/queries/ballots.ts";
import { listWaitingJobs, takeWaitingJob, updateRunningJob } from "#db/queries/jobs.ts";
import { listRoundAddresses } from "#db/queries/round-seats.ts";
import { isOperator } from "#server/accounts/memberships.ts";
import { mailerOf } from "#server/accounts/messages/require-mailer.ts";
import type { App } from "#server/platform/app/app.ts";
import { refusalOf } from "#server/platform/app/refusals.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { incident } from "#server/platform/process/incident.ts";
import { roundOfAuditor } from "#server/rounds/judging/read-judging.ts";
import { findDecision } from "#server/studies/labels.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { requireRound } from "../read-round.ts";
import { reminderText } from "./reminder-mail.ts";
import {
  type ReminderParams,
  type ReminderResult,
  readParams,
  reminderKind,
  reminderTimes,
} from "./reminder-times.ts";

type ReminderRef = { readonly studyId: string; readonly id: string };

/** Lists planned reminders that no server has sent yet, with the time until each is sent. */
export async function listWaitingReminders(app: App): Promise<(ReminderRef & { inMs: number })[]> {
  const jobs = await app.store.read((db) => listWaitingJobs(db, reminderKind));
  const now = app.now();
  return jobs.map(({ studyId, id, createdAt }) => {
    return { studyId, id, inMs: Math.max(0, createdAt + reminderTimes.undo - now) };
  });
}

/**
 * Sends a planned reminder at most once, even if several servers call it: only the one that takes it from the waiting
 * ones sends it. If that server stops meanwhile, it is unknown who got the mail, and it is not sent again.
 */
export async function sendReminder(app: App, ref: ReminderRef): Promise<void> {
  const job = await take(app, ref);
  if (job === undefined) return;
  const { fence, params } = job;
  const outcome = await deliver(app, ref.studyId, params).then(
    (result) => ({ state: "done" as const, result: JSON.stringify(result) }),
    (error: unknown) => ({ state: "failed" as const, error: messageOf(error) }),
  );
  const patch = { ...outcome, updatedAt: app.now() };
  await app.store.tx((tx) => updateRunningJob(tx, { ...ref, fence }, patch));
}

async function take(app: App, ref: ReminderRef) {
  const now = app.now();
  return app.store.tx(async (tx) => {
    const patch = {
      state: "running" as const,
      leaseUntil: Math.round(app.timekeeper.steady()) + reminderTimes.lease,
      updatedAt: now,
    };
    const job = await takeWaitingJob(tx, { ...ref, kind: reminderKind }, patch);
    if (job === undefined) return undefined;
    const { createdAt, createdBy, fence } = job;
    const isLate = now > createdAt + reminderTimes.undo + reminderTimes.late;
    const mayRemind = createdBy !== null && (await isOperator(tx, ref.studyId, createdBy));
    if (!isLate && mayRemind) return { fence, params: readParams(job.params) };
    const error = isLate
      ? "The server was stopped before the reminder went out, and now it would be late."
      : "Whoever asked for it does not run this study any more.";
    await updateRunningJob(tx, { ...ref, fence }, { state: "cancelled", error, updatedAt: now });
    return undefined;
  });
}

function messageOf(error: unknown): string {
  return (refusalOf(error) ?? incident(error, "send a reminder")).message;
}

async function deliver(app: App, studyId: string, params: ReminderParams): Promise<ReminderResult> {
  const mailer = mailerOf(app);
  const { message, takesVerdicts, addresses } = await readNow(app, studyId, params);
  const due = takesVerdicts ? addresses : [];
  const deliveries = await Promise.all(
    due.map(async ({ seatId: seat, displayName, email }) => {
      const text = paragraphs(`Hello ${oneLine(displayName)},`, message.text);
      return { seat, delivery: await mailer.send(email, { kind: "reminder", ...message, text }) };
    }),
  );
  return {
    sent: deliveries.flatMap(({ seat, delivery }) => (delivery.isSent ? [seat] : [])),
    notNeeded: params.seats.filter((seat) => !due.some(({ seatId }) => seatId === seat)),
    failed: deliveries.flatMap(({ seat, delivery }) =>
      delivery.isSent ? [] : [{ seat, message: delivery.message }],
    ),
  };
}

/**
 * Reads the present state: a later deadline is used, and auditors who have sealed, left or been suspended meanwhile get
 * no mail.
 */
function readNow(app: App, studyId: string, { round: number, seats }: ReminderParams) {
  return app.store.read(async (db) => {
    const { name: studyName } = await requireStudy(db, studyId);
    const round = await requireRound(db, studyId, number);
    const sealed = (await listSealTimes(db, studyId, number)).map(({ seatId }) => seatId);
    const addresses = (await listRoundAddresses(db, studyId, number)).filter(
      ({ seatId, suspendedAt }) => seats.includes(seatId) && !sealed.includes(seatId) && suspendedAt === null,
    );
    return {
      message: reminderText({
        studyId,
        studyName,
        decision: await findDecision(db, studyId),
        round: number,
        deadlineAt: round.deadlineAt,
      }),
      takesVerdicts: roundOfAuditor(round, app.now()).takesVerdicts,
      addresses,
    };
  });
}
