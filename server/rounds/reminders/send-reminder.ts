import { listSealTimes } from "#db/queries/ballots.ts";
import { updateRunningJob } from "#db/queries/jobs.ts";
import { listRoundAddresses } from "#db/queries/round-seats.ts";
import * as t from "#messages/mails.ts";
import * as refusals from "#messages/refusals.ts";
import { isOperator } from "#server/accounts/memberships.ts";
import { mailerOf } from "#server/accounts/messages/require-mailer.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { finishJob, type HeldJob, type RecordedJob } from "#server/platform/app/job-lease.ts";
import { languageOfMail } from "#server/platform/mail/language.ts";
import type { MailMessage } from "#server/platform/mail/mailer.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
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

/**
 * Sends a planned reminder at most once. If its server stops meanwhile, it is unknown who got the mail, and it is not
 * sent again.
 */
export const reminderJob: RecordedJob = {
  kind: reminderKind,
  limitMs: reminderTimes.send,
  isRestartable: false,
  delayMs: reminderTimes.undo,
  async run(app, job) {
    const error = await whyNotSent(app, job);
    if (error !== null) {
      const patch = { state: "cancelled" as const, error, updatedAt: app.now() };
      await app.store.tx((tx) => updateRunningJob(tx, job, patch));
      return;
    }
    const result = await deliver(app, job.studyId, readParams(job.params));
    await app.store.tx((tx) => finishJob(tx, job, result, app.now()));
  },
};

async function whyNotSent(app: App, { studyId, accountId, createdAt }: HeldJob): Promise<string | null> {
  if (app.now() > createdAt + reminderTimes.undo + reminderTimes.late) {
    return refusals.reminderLate();
  }
  const isAllowed = await app.store.read((db) => isOperator(db, studyId, accountId));
  return isAllowed ? null : refusals.reminderNotOperator();
}

async function deliver(app: App, studyId: string, params: ReminderParams): Promise<ReminderResult> {
  const mailer = mailerOf(app);
  const { about, takesVerdicts, addresses } = await readNow(app, studyId, params);
  const due = takesVerdicts ? addresses : [];
  const deliveries = await Promise.all(
    due.map(async ({ seatId: seat, displayName, email, language }) => {
      const message = inLanguage(language, () => reminderMessage(about, displayName));
      return { seat, delivery: await mailer.send(email, message) };
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

function reminderMessage(about: Parameters<typeof reminderText>[0], displayName: string): MailMessage {
  const { subject, text } = reminderText(about);
  const hello = t.reminderHello({ name: oneLine(displayName) });
  return { kind: "reminder", subject, text: paragraphs(hello, text) };
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
    const due = (await listRoundAddresses(db, studyId, number)).filter(
      ({ seatId, suspendedAt }) => seats.includes(seatId) && !sealed.includes(seatId) && suspendedAt === null,
    );
    const addresses = [];
    for (const one of due) {
      addresses.push({ ...one, language: await languageOfMail(db, one.email, studyId) });
    }
    return {
      about: {
        studyId,
        studyName,
        decision: await findDecision(db, studyId),
        round: number,
        deadlineAt: round.deadlineAt,
      },
      takesVerdicts: roundOfAuditor(round, app.now()).takesVerdicts,
      addresses,
    };
  });
}
