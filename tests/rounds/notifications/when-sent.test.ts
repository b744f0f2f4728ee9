import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { changeOwnNotifications } from "#server/accounts/notification-settings.ts";
import { formatUtcMoment } from "#server/format.ts";
import { notifyOfFailedBackup } from "#server/operations/backup/notify-failure.ts";
import { askTolerances } from "#server/rounds/ask-tolerances.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { findNotifications } from "#server/rounds/notifications/find-notifications.ts";
import { sendNotifications } from "#server/rounds/notifications/send-notifications.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { changeRetention } from "#server/studies/people/retention.ts";
import { alike, auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, emailOf, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import type { StudyOptions } from "#tests/setup/study.ts";
import { mailing } from "./mailing.ts";

const hour = 60 * 60_000;
const day = 24 * hour;

captureLog();

describeEngines("what a mail says when it is sent", async (openStore) => {
  const base = testApp(await openStore());

  async function begin(options: StudyOptions = {}) {
    const name = `n${base.newId()}`;
    const study = await judgingStudy(base, { name, ...options });
    const { app, server, send } = await mailing(base, name);
    const { studyId, operatorId, operatorEmail } = study;
    const deadlineAt = app.now() + 3 * day;
    const open = () => openRound(app, { studyId, deadlineAt });
    /** Returns the subjects of the operator's mails if `happens` runs between queueing and sending them. */
    const sentDespite = async (happens: () => Promise<unknown>) => {
      await findNotifications(app);
      await happens();
      await sendNotifications(app, { accountId: operatorId });
      return server.mails
        .filter(({ to }) => to[0] === operatorEmail)
        .map(({ headers }) => headers.get("subject"));
    };
    const subjects = async (to: string) =>
      (await send()).filter((mail) => mail.to[0] === to).map(({ headers }) => headers.get("subject"));
    const choose = (place: number, digestHour: number | null) =>
      changeOwnNotifications(base, auditor(study, place), { off: [], digestHour });
    return { ...study, app, name, open, deadlineAt, send, sentDespite, subjects, choose };
  }

  it("says nothing about a drawn panel whose round was cancelled", async () => {
    const { app, studyId, open, sentDespite } = await begin({ auditors: 5 });
    await changeSelection(app, { studyId, selection: { how: "by-lot", size: 2 } });
    await open();
    const cancel = () => cancelRound(app, { studyId, round: 1, reason: "trouble" });
    expect(await sentDespite(cancel)).toEqual([]);
  });

  it("says nothing about ballots being in once their round is closed", async () => {
    const study = await begin();
    const { studyId } = study;
    await study.open();
    for (const place of [0, 1, 2])
      await sealVerdicts(base, { studyId, round: 1, accountId: auditor(study, place) }, []);
    expect(await study.sentDespite(() => closeRound(study.app, { studyId, round: 1 }))).toEqual([]);
  });

  it("says nothing about a deletion of features that was postponed", async () => {
    const { app, studyId, sentDespite } = await begin();
    await changeRetention(app, { studyId, days: 20 });
    await endStudy(app, studyId);
    app.clock.advance(6 * day + hour);
    expect(await sentDespite(() => changeRetention(app, { studyId, days: 60 }))).toEqual([]);
  });

  it("lists the seats of a drawn panel that are still occupied", async () => {
    const study = await begin({ auditors: 4 });
    const { app, studyId, operatorId, operatorEmail, open, send } = study;
    await changeSelection(app, { studyId, selection: { how: "by-lot", size: 4 } });
    await open();
    await endMembershipOf(app, operatorId, { studyId, accountId: auditor(study, 1) });
    const mail = (await send()).find(({ to }) => to[0] === operatorEmail);
    expect(mail?.text.replaceAll("\n", " ")).toContain("Seats on its panel: s1, s3 and s4.");
  });

  it("gives the deadline and the address a day before", async () => {
    const { app, studyId, open, deadlineAt, send } = await begin();
    await open();
    await send();
    app.clock.advance(2 * day + 1);
    const [mail] = await send();
    expect(mail?.text).toContain(`It closes on ${formatUtcMoment(deadlineAt)}.`);
    expect(mail?.text).toContain("It is about who gets a loan.");
    expect(mail?.text).toContain(`http://evenhand.example/studies/${studyId}/judging/1`);
  });

  it("gives no count of reports for a round that asked only for tolerances", async () => {
    const study = await begin({ people: alike });
    const { app, studyId, open, send } = study;
    await open();
    await askTolerances(app, { studyId, round: 1 });
    const [opened] = await send();
    expect(opened?.headers.get("subject")).toContain("is open for you");
    await sealVerdicts(base, { studyId, round: 1, accountId: auditor(study, 0) }, []);
    await closeRound(app, { studyId, round: 1 });
    const [closed] = await send();
    expect(closed?.text).toContain("1 of 3 auditors sealed a ballot.");
    expect(closed?.text).not.toContain("reported");
  });

  it("comes with each event, or in the next day's digest if today's has been sent", async () => {
    const { app, studyId, name, open, choose, subjects, auditorEmails } = await begin();
    const [each = "", digest = ""] = auditorEmails;
    await choose(1, (new Date(app.now()).getUTCHours() + 23) % 24);
    await open();
    await open();
    const opened = [1, 2].map((round) => `Round ${round} of “${name}” is open for you`);
    const first = (await subjects(each)).toSorted();
    expect(first).toEqual(opened);
    app.clock.advance(22 * hour);
    expect(await subjects(digest)).toEqual([]);
    app.clock.advance(2 * hour);
    expect(await subjects(digest)).toEqual(["2 notifications from Evenhand"]);
    await closeRound(app, { studyId, round: 1 });
    expect(await subjects(digest)).toEqual([]);
    app.clock.advance(day);
    expect(await subjects(digest), "one event has its own subject").toEqual([
      `Round 1 of “${name}” has closed`,
    ]);
  });

  it("reports a failed backup only to administrators, once a day", async () => {
    const name = `karin-${base.newId()}`;
    const accountId = await addAccount(base, name, "administrator");
    const { app, send } = await mailing(base, name);
    await notifyOfFailedBackup(app);
    await notifyOfFailedBackup(app);
    const [mail, ...more] = await send();
    expect([mail?.to, more]).toEqual([[emailOf(name)], []]);
    expect(mail?.headers.get("subject")).toContain("backup");
    expect(mail?.text).toContain("http://evenhand.example/administration");
    app.clock.advance(day);
    await notifyOfFailedBackup(app);
    await app.store.tx((tx) =>
      tx.q.update(tx.t.account).set({ platformRole: "member" }).where(eq(tx.t.account.id, accountId)),
    );
    expect(await send()).toEqual([]);
  });
});
