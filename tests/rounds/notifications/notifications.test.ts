import { expect, it } from "vitest";
import { suspendAccount } from "#server/accounts/invitations/administration.ts";
import { changeLanguage } from "#server/accounts/language.ts";
import { formatUtcMoment } from "#server/format.ts";
import type { App } from "#server/platform/app/app.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { findNotifications } from "#server/rounds/notifications/find-notifications.ts";
import { sendNotifications } from "#server/rounds/notifications/send-notifications.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { alike, auditor, hidden, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { mailing } from "./mailing.ts";

const hour = 60 * 60_000;

captureLog();

describeEngines("mails to auditors", async (openStore) => {
  const base = testApp(await openStore());

  async function open(days: number | null = 3) {
    const study = await judgingStudy(base);
    const name = study.auditorEmails[0]?.replace(/^auditor-1-|@.*$/g, "") ?? "";
    const { app, send } = await mailing(base, name);
    const deadlineAt = days === null ? null : app.now() + days * 24 * hour;
    const { round } = await openRound(app, { studyId: study.studyId, ...(deadlineAt && { deadlineAt }) });
    const seal = (place: number, on: App = base) =>
      sealVerdicts(on, { studyId: study.studyId, round, accountId: auditor(study, place) }, [
        [0, 2, "unfair"],
      ]);
    return { ...study, app, send, name, round, deadlineAt, seal };
  }

  it("announce an open round once, with its deadline as a calendar file", async () => {
    const { send, auditorEmails, studyId, name, deadlineAt } = await open();
    const mails = await send();
    expect(mails.map(({ to }) => to)).toEqual(auditorEmails.map((email) => [email]));
    const [mail] = mails;
    expect(mail?.headers.get("subject")).toBe(`Round 1 of “${name}” is open for you`);
    expect(mail?.text).toContain(
      `on its panel. It is about who gets a loan.\n\nIt closes on ${formatUtcMoment(deadlineAt ?? 0)}.`,
    );
    expect(mail?.text).toContain(`Judge here:\nhttp://evenhand.example/studies/${studyId}/judging/1`);
    const [file, ...more] = mail?.attachments ?? [];
    expect(more).toEqual([]);
    expect(file).toMatchObject({ name: "round-1.ics", type: expect.stringContaining("text/calendar") });
    const at = new Date(deadlineAt ?? 0).toISOString().replace(/[-:]|\.\d+/g, "");
    expect(file?.content).toContain(`UID:${studyId}-1@evenhand.example\r\n`);
    expect(file?.content).toContain(`DTSTART:${at}\r\n`);
    expect(await send()).toEqual([]);
  });

  it("have no calendar file without a deadline, and are not sent for a round without pairs", async () => {
    const { send, app } = await open(null);
    const [mail] = await send();
    expect(mail?.text).toContain("It has no deadline yet.");
    expect(mail?.attachments).toEqual([]);
    const quiet = await judgingStudy(base, { people: alike, name: "quiet" });
    await openRound(app, { studyId: quiet.studyId });
    expect(await (await mailing(base, "quiet")).send()).toEqual([]);
  });

  it("are in the account's language", async () => {
    const { send, auditorIds, name } = await open();
    await changeLanguage(base, auditorIds[0] ?? "", "de");
    const [mail, other] = await send();
    expect(mail?.headers.get("subject")).toBe(`Runde 1 von „${name}“ ist für Sie offen`);
    expect(mail?.attachments[0]?.content.replaceAll("\r\n ", "")).toContain(
      `SUMMARY:Frist: Runde 1 von „${name}“`,
    );
    expect(other?.headers.get("subject")).toContain("is open for you");
  });

  it("remind auditors who have not sealed, a day before the deadline", async () => {
    const { app, send, seal, auditorEmails, name } = await open();
    await send();
    await seal(1);
    expect(await send()).toEqual([]);
    app.clock.advance(2 * 24 * hour + 1);
    const mails = await send();
    expect(mails.map(({ to }) => to)).toEqual([[auditorEmails[0]], [auditorEmails[2]]]);
    expect(mails[0]?.headers.get("subject")).toBe(`Reminder: round 1 of the study “${name}”`);
    expect(mails[0]?.text).toContain("your ballot is not sealed yet");
    expect(await send()).toEqual([]);
  });

  it("do not remind about a round that was open for less than a day", async () => {
    const { app, send } = await open(0.9);
    expect(await send()).toHaveLength(3);
    app.clock.advance(20 * hour);
    expect(await send()).toEqual([]);
  });

  it("report the panel's counts once a round has closed", async () => {
    const { app, send, seal, studyId, round, name } = await open();
    await send();
    await seal(0);
    await seal(1);
    await closeRound(app, { studyId, round });
    const mails = await send();
    expect(mails).toHaveLength(3);
    expect(mails[0]?.headers.get("subject")).toBe(`Round 1 of “${name}” has closed`);
    expect(mails[0]?.text).toContain("2 of 3 auditors sealed a ballot.");
    expect(mails[0]?.text).toContain("The panel reported 1 pair as unfair, of 4 pairs that could be judged.");
    expect(mails[0]?.text).toContain(`http://evenhand.example/studies/${studyId}/results/1`);
    expect(await send()).toEqual([]);
  });

  it("contain no person's features or chance", async () => {
    const { app, send, seal, studyId, round } = await open();
    const mails = await send();
    await seal(0);
    await closeRound(app, { studyId, round });
    const texts = [...mails, ...(await send())].map(({ text, attachments, headers }) =>
      [headers.get("subject"), text, ...attachments.map(({ content }) => content)].join("\n"),
    );
    expect(texts).toHaveLength(6);
    for (const text of texts) {
      for (const secret of [hidden.cell, hidden.person, hidden.label, "0.94", "94%", "income"])
        expect(text.replace(/[0-9a-f-]{36}/g, "").replace(/\d{8}T\d{6}Z/g, "")).not.toContain(secret);
    }
  });

  it("do not go to auditors whose role has ended or whose account is suspended", async () => {
    const { app, send, operatorId, studyId, round, auditorIds, auditorEmails } = await open();
    await send();
    const administrator = await addAccount(base, `karin-${base.newId()}`, "administrator");
    await suspendAccount(base, administrator, auditorIds[1] ?? "");
    await closeRound(app, { studyId, round });
    await endMembershipOf(app, operatorId, { studyId, accountId: auditorIds[0] ?? "" });
    expect((await send()).map(({ to }) => to)).toEqual([[auditorEmails[2]]]);
  });

  it("do not go to an account suspended after they were queued", async () => {
    const { app, auditorIds, auditorEmails } = await open();
    const { server } = await mailing(base);
    const late = { ...app, mailer: server.mailer() };
    await findNotifications(late);
    const administrator = await addAccount(base, `karin-${base.newId()}`, "administrator");
    await suspendAccount(base, administrator, auditorIds[1] ?? "");
    for (const accountId of auditorIds) await sendNotifications(late, { accountId });
    expect(server.mails.map(({ to }) => to)).toEqual([[auditorEmails[0]], [auditorEmails[2]]]);
  });

  it("are dropped if they are out of date when they would be sent", async () => {
    const { app, operatorId, studyId, round, auditorIds } = await open();
    const { server } = await mailing(base);
    const late = { ...app, mailer: server.mailer() };
    await findNotifications(late);
    await endMembershipOf(app, operatorId, { studyId, accountId: auditorIds[0] ?? "" });
    await cancelRound(app, { studyId, round, reason: "operator" });
    for (const accountId of auditorIds) await sendNotifications(late, { accountId });
    expect(server.mails).toEqual([]);
  });

  it("are not sent about events older than a day, nor without a mail server", async () => {
    const { app, send } = await open();
    expect(await findNotifications({ ...app, mailer: null })).toEqual([]);
    app.clock.advance(24 * hour + 1);
    expect(await send()).toEqual([]);
  });
});
