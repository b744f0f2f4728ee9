import { beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { claimJob, findJob, updateRunningJob } from "#db/queries/jobs.ts";
import { updateMembership } from "#db/queries/seats.ts";
import { suspendAccount } from "#server/accounts/invitations/administration.ts";
import { formatUtcMoment } from "#server/format.ts";
import type { App } from "#server/platform/app/app.ts";
import { listDueJobs, runRecordedJob } from "#server/platform/app/job-lease.ts";
import { lookFor } from "#server/queue/find-due-jobs.ts";
import { inProcessQueue } from "#server/queue/in-process-queue.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { planReminder, undoReminder } from "#server/rounds/reminders/plan-reminder.ts";
import { readReminders } from "#server/rounds/reminders/read-reminders.ts";
import { reminderText } from "#server/rounds/reminders/reminder-mail.ts";
import { reminderTimes } from "#server/rounds/reminders/reminder-times.ts";
import { reminderJob } from "#server/rounds/reminders/send-reminder.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

const minute = 60_000;

captureLog();

/** Sends a planned reminder now. */
const sendReminder = (app: App, planned: { studyId: string; id: string }) =>
  runRecordedJob(app, reminderJob, planned);

describeEngines("reminders", (openStore) => {
  let base: TestApp;
  let app: TestApp;
  let study: TestStudy;
  let names: string[];
  let deadlineAt: number;
  let round: number;
  beforeAll(async () => {
    base = testApp(await openStore());
    base.work.queue = inProcessQueue;
  });
  beforeEach(async () => {
    app = base;
    study = await judgingStudy(app);
    names = study.auditorEmails.map((email) => email.replace("@example.org", ""));
    deadlineAt = app.now() + 24 * 60 * minute;
    round = (await openRound(app, { studyId: study.studyId, deadlineAt })).round;
  });

  async function withMail(trouble?: Parameters<typeof startMailServer>[0]) {
    const server = await startMailServer(trouble);
    onTestFinished(server.close);
    app = { ...base, mailer: server.mailer() };
    return server;
  }
  const plan = (...seatIds: string[]) =>
    planReminder(app, { studyId: study.studyId, round, seatIds, accountId: study.operatorId });
  const read = () => readReminders(app, study.studyId, round);
  const seal = (place: number, on: App = app) =>
    sealVerdicts(on, { studyId: study.studyId, round, accountId: auditor(study, place) }, []);

  it("list the auditors who have not sealed, with a text to copy, also without mail", async () => {
    const studyName = names[0]?.replace("auditor-1-", "");
    await seal(1);
    const { missing, mailIsOn, text, takesVerdicts, last } = await read();
    expect(missing.map(({ seatId }) => seatId)).toEqual(["s1", "s3"]);
    expect(text).toBe(
      `Round 1 of the study “${studyName}” is open, and your ballot is not sealed yet. It is about who gets a loan.

It closes on ${formatUtcMoment(deadlineAt)}.

Judge here:
http://evenhand.example/studies/${study.studyId}/judging/1`,
    );
    expect({ mailIsOn, takesVerdicts, last }).toEqual({ mailIsOn: false, takesVerdicts: true, last: null });
    await refused(plan("s1"), "mail-off");
  });

  it("go to the chosen auditors, one mail each, and are counted", async () => {
    const server = await withMail();
    const planned = await plan("s1", "s3");
    expect(server.mails).toEqual([]);
    const sendsIn = (await read()).last?.sendsIn;
    expect((await read()).missing[0]).toMatchObject({ remindedAt: null, againAt: expect.any(Number) });
    expect(sendsIn).toBeGreaterThan(reminderTimes.undo - 1_000);
    expect(sendsIn).toBeLessThanOrEqual(reminderTimes.undo);
    await sendReminder(app, planned);
    expect(server.mails.map(({ to }) => to).sort()).toEqual([
      [study.auditorEmails[0]],
      [study.auditorEmails[2]],
    ]);
    const [mail] = server.mails;
    const { missing, last, text, subject } = await read();
    expect(mail?.headers.get("subject")).toBe(subject);
    expect(mail?.text).toMatch(/^Hello auditor-[13]-[0-9a-f-]+,\n\n/);
    expect(mail?.text).toContain(text);
    expect(last).toMatchObject({ state: "done", failed: [], notNeeded: [] });
    expect(last?.sent).toHaveLength(2);
    expect(missing.map(({ remindedAt }) => remindedAt !== null)).toEqual([true, false, true]);
    expect(missing.map(({ againAt }) => againAt)).toEqual(
      missing.map(({ remindedAt }) => (remindedAt === null ? null : remindedAt + 60 * minute)),
    );
    app.clock.advance(3 * 60 * minute);
    const later = await read();
    expect(later.last).toMatchObject({ id: planned.id, state: "done", sendsIn: 0 });
    expect(later.missing[0]).toMatchObject({ remindedAt: missing[0]?.remindedAt, againAt: null });
  });

  it("wait for ten seconds, and go out up to ten minutes late", async () => {
    const server = await withMail();
    const planned = await plan("s1");
    expect(planned.sendAt - ((await read()).last?.updatedAt ?? 0)).toBe(10_000);
    const wait = async () =>
      (await listDueJobs(app, [reminderJob])).find(({ id }) => id === planned.id)?.inMs ?? Number.NaN;
    expect(await wait()).toBeGreaterThan(9_000);
    expect(await wait()).toBeLessThanOrEqual(10_000);
    app.clock.advance(10 * minute + 5_000);
    expect(await wait()).toBe(0);
    await sendReminder({ ...app, now: () => planned.sendAt + 10 * minute }, planned);
    expect(server.mails).toHaveLength(1);
  });

  it("are shown as interrupted if their server died", async () => {
    await withMail();
    const planned = await plan("s1");
    const { studyId, id } = planned;
    const now = app.now();
    const steady = Math.round(app.timekeeper.steady());
    const hold = (leaseUntil: number) => ({ state: "running" as const, leaseUntil, updatedAt: now });
    const fence = await app.store.tx(async (tx) => {
      const row = await findJob(tx, { studyId, id });
      if (row !== undefined) await claimJob(tx, { studyId, id, ...row }, hold(steady + 15_000));
      return row?.fence ?? 0;
    });
    expect((await read()).last?.state).toBe("running");
    await app.store.tx((tx) => updateRunningJob(tx, { studyId, id, fence }, hold(steady - 1)));
    const { last, missing } = await read();
    expect(last?.state).toBe("interrupted");
    expect(missing[0]).toMatchObject({ remindedAt: null, againAt: expect.any(Number) });
  });

  it("can be sent again to all auditors if they failed before the first mail", async () => {
    const server = await withMail();
    await sendReminder({ ...app, mailer: null }, await plan("s1"));
    const { message } = await refused(
      planReminder(
        { ...app, mailer: null },
        {
          studyId: study.studyId,
          ...{ round, seatIds: ["s1"], accountId: study.operatorId },
        },
      ),
      "mail-off",
    );
    const { last, missing } = await read();
    expect(last).toMatchObject({ state: "failed", error: message, sent: [], notNeeded: [], failed: [] });
    expect(missing[0]).toMatchObject({ remindedAt: null, againAt: null });
    await sendReminder(app, await plan("s1"));
    expect(server.mails).toHaveLength(1);
    expect((await read()).last?.state).toBe("done");
  });

  it("say so if a round has no deadline yet", () => {
    const about = { studyId: "1", studyName: "A\nstudy", decision: "who\ngets a loan", round: 2 };
    const { subject, text } = reminderText({ ...about, deadlineAt: null });
    expect(subject).toBe("Reminder: round 2 of the study “A study”");
    expect(text).toContain("It is about who gets a loan.\n\nIt has no deadline yet.\n\nJudge here:");
  });

  it("are sent once, however many servers try to", async () => {
    const server = await withMail();
    const planned = await plan("s1");
    await Promise.all([1, 2, 3].map(() => sendReminder(app, planned)));
    await sendReminder(app, planned);
    expect(server.mails).toHaveLength(1);
  });

  it("can be undone until they are sent", async () => {
    const server = await withMail();
    const planned = await plan("s1");
    const undo = () => undoReminder(app, { studyId: study.studyId, reminderId: planned.id });
    await undo();
    await sendReminder(app, planned);
    expect(server.mails).toEqual([]);
    await refused(undo(), "reminder-gone");
    expect((await read()).last).toMatchObject({ state: "cancelled", error: null });
    // No auditor got the reminder, so none has to wait for the next one.
    const next = await plan("s1");
    await sendReminder(app, next);
    expect(server.mails).toHaveLength(1);
    await refused(undoReminder(app, { studyId: study.studyId, reminderId: next.id }), "reminder-gone");
  });

  it("refund their counted mails when undone, in the hour that counted them", async () => {
    await withMail();
    const { studyId, operatorId } = study;
    const tally = async () =>
      (await app.store.read((db) => db.q.select().from(db.t.mailTally)))
        .filter(({ accountId }) => accountId === operatorId)
        .map(({ sent }) => sent);
    await plan("s3");
    const { id: reminderId } = await plan("s1", "s2");
    expect(await tally()).toEqual([3]);
    app.clock.advance(60 * minute);
    await undoReminder(app, { studyId, reminderId });
    expect(await tally()).toEqual([1]);
    await refused(undoReminder(app, { studyId, reminderId }), "reminder-gone");
    expect(await tally()).toEqual([1]);
  });

  it("do not reach a seat twice within an hour, including planned reminders", async () => {
    const server = await withMail();
    const first = await plan("s1");
    await refused(plan("s2", "s1"), "reminded-already");
    await sendReminder(app, first);
    app.clock.advance(55 * minute);
    await refused(plan("s1"), "reminded-already");
    await sendReminder(app, await plan("s2"));
    app.clock.advance(5 * minute);
    expect((await read()).missing.map(({ againAt }) => againAt !== null)).toEqual([false, true, false]);
    const delayed = await plan("s1");
    app.clock.advance(9 * minute);
    await sendReminder(app, delayed);
    expect(server.mails).toHaveLength(3);
    // The hour counts from when it went out, not from the click.
    app.clock.advance(55 * minute);
    await refused(plan("s1"), "reminded-already");
  });

  it("skip auditors who sealed, left or were suspended meanwhile, and give a later deadline", async () => {
    const server = await withMail();
    const newcomer = `new-${app.newId()}`;
    const administrator = await addAccount(app, `karin-${app.newId()}`, "administrator");
    const planned = await plan("s1", "s2", "s3");
    const { studyId, operatorId } = study;
    const accountId = await addWaiting(app, studyId, newcomer);
    await replaceSeat(app, operatorId, { studyId, seatId: "s2", accountId });
    await seal(0, { ...app, mailer: null });
    const later = deadlineAt + 60 * minute;
    await extendRound(app, { studyId: study.studyId, round, deadlineAt: later });
    await sendReminder(app, planned);
    expect(server.mails.map(({ to }) => to)).toEqual([[study.auditorEmails[2]]]);
    expect(server.mails[0]?.text).toContain(`It closes on ${formatUtcMoment(later)}.`);
    expect((await read()).last).toMatchObject({
      sent: [names[2]],
      notNeeded: [names[0], "seat s2"],
    });
    await suspendAccount(app, administrator, auditor(study, 2));
    app.clock.advance(2 * 60 * minute);
    await sendReminder(app, await plan("s3"));
    expect(server.mails).toHaveLength(1);
  });

  it("do not list auditors whose seat has ended since the opening", async () => {
    const server = await withMail();
    const planned = await plan("s1", "s2");
    const { studyId, operatorId } = study;
    await endMembershipOf(app, operatorId, { studyId, accountId: auditor(study, 0) });
    expect((await read()).missing.map(({ seatId }) => seatId)).toEqual(["s2", "s3"]);
    await refused(plan("s1"), "bad-input");
    await sendReminder(app, planned);
    expect(server.mails.map(({ to }) => to)).toEqual([[study.auditorEmails[1]]]);
  });

  it("are not sent for an operator who no longer runs the study", async () => {
    const server = await withMail();
    const planned = await plan("s1");
    const { studyId, operatorId: accountId } = study;
    await app.store.tx((tx) => updateMembership(tx, { studyId, accountId }, { endedAt: app.now() }));
    await sendReminder(app, planned);
    expect(server.mails).toEqual([]);
    expect((await read()).last).toMatchObject({
      state: "cancelled",
      error: "The operator who requested the reminder no longer runs this study.",
    });
  });

  it("are refused with invalid seats or rounds", async () => {
    await withMail();
    await refused(plan("s9"), "bad-input");
    await seal(0, { ...app, mailer: null });
    await refused(plan("s1"), "bad-input");
    app.clock.advance(deadlineAt - app.now());
    await refused(plan("s2"), "deadline-passed");
    expect((await read()).takesVerdicts).toBe(false);
    await closeRound(app, { studyId: study.studyId, round });
    await refused(plan("s2"), "round-closed");
  });

  it("list the auditors they could not reach, and can be retried at once", async () => {
    await withMail({ refusedAddress: study.auditorEmails[0] ?? "" });
    await sendReminder(app, await plan("s1", "s2"));
    const { last, missing } = await read();
    expect(last).toMatchObject({
      sent: [names[1]],
      failed: [{ name: names[0], message: "The mail server refused the address (550)." }],
    });
    expect(missing.map(({ againAt }) => againAt !== null)).toEqual([false, true, false]);
    await sendReminder(app, await plan("s1"));
    expect((await read()).last?.failed).toHaveLength(1);
  });

  it("resume after a restart, unless it is too late by then", async () => {
    const server = await withMail();
    await plan("s1");
    app.clock.advance(reminderTimes.undo);
    await lookFor(app, "recorded", () => false);
    expect((await server.take()).to).toEqual([study.auditorEmails[0]]);
    await plan("s2");
    app.clock.advance(reminderTimes.undo + reminderTimes.late + 1);
    await lookFor(app, "recorded", () => false);
    await expect.poll(async () => (await read()).last?.state).toBe("cancelled");
    expect((await read()).last?.error).toMatch(/stopped before sending the reminder/);
    expect(server.mails).toHaveLength(1);
  });
});
