import { beforeAll, expect, it, onTestFinished } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { planReminder, undoReminder } from "#server/rounds/reminders/plan-reminder.ts";
import { readReminders } from "#server/rounds/reminders/read-reminders.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";

captureLog();

describeEngines("a reminder", (openStore) => {
  let base: TestApp;
  beforeAll(async () => {
    base = testApp(await openStore());
  });

  async function opened() {
    const study = await judgingStudy(base);
    const { studyId, operatorId: accountId } = study;
    const server = await startMailServer();
    onTestFinished(server.close);
    const app = { ...base, mailer: server.mailer() };
    const { round } = await openRound(app, { studyId });
    const plan = (...seatIds: string[]) => planReminder(app, { studyId, round, seatIds, accountId });
    const read = (of = round) => readReminders(app, studyId, of);
    const seal = (place: number) =>
      sealVerdicts(base, { studyId, round, accountId: auditor(study, place) }, []);
    const countedMails = async () =>
      (await app.store.read((db) => db.q.select().from(db.t.mailTally)))
        .filter((row) => row.accountId === accountId)
        .reduce((sum, { sent }) => sum + sent, 0);
    return { ...study, app, round, plan, read, seal, countedMails };
  }

  it("goes to each seat once, and leaves out seats that have sealed", async () => {
    const { plan, read, seal, countedMails } = await opened();
    await seal(1);
    await plan("s1", "s2", "s1", "s3");
    const names = (await read()).last?.names.map((name) => name.slice(0, "auditor-1".length));
    expect(names).toEqual(["auditor-1", "auditor-3"]);
    expect(await countedMails()).toBe(2);
    const { message } = await refused(plan("s2"), "bad-input");
    expect(message).toContain("sealed");
  });

  it("counts towards the hour in the next round too, but is not shown as its last reminder", async () => {
    const { app, studyId, round, plan, read } = await opened();
    await plan("s1");
    await closeRound(app, { studyId, round });
    const next = await openRound(app, { studyId });
    const { missing, last } = await read(next.round);
    expect(missing.map(({ againAt }) => againAt !== null)).toEqual([true, false, false]);
    expect(last).toBeNull();
    expect((await read()).last?.state).toBe("waiting");
  });

  it("can be undone only by its id, in its own study", async () => {
    const { app, studyId, plan, countedMails } = await opened();
    const { id } = await plan("s1");
    const other = await opened();
    await refused(undoReminder(app, { studyId, reminderId: app.newId() }), "reminder-gone");
    await refused(undoReminder(app, { studyId: other.studyId, reminderId: id }), "reminder-gone");
    await app.store.tx((tx) => tx.q.update(tx.t.job).set({ kind: "simulation" }));
    await refused(undoReminder(app, { studyId, reminderId: id }), "reminder-gone");
    expect(await countedMails()).toBe(1);
  });
});
