import { expect, it, onTestFinished } from "vitest";
import { deleteAccount } from "#server/accounts/delete-account.ts";
import { createResetLink, invite } from "#server/accounts/invitations/invite.ts";
import { inviteToStudy } from "#server/accounts/invitations/panel.ts";
import { changeLanguage } from "#server/accounts/language.ts";
import { countMails, uncountMails } from "#server/accounts/messages/mail-rate.ts";
import { sendLink } from "#server/accounts/messages/send-link.ts";
import {
  sendFactorsNoticeInBackground,
  sendResetNoticeInBackground,
} from "#server/accounts/messages/send-notice.ts";
import { describeMail, sendTestMail } from "#server/accounts/messages/send-test.ts";
import { formatUtcMoment } from "#server/format.ts";
import type { App } from "#server/platform/app/app.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { auditor, judgingStudy, type Where } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, fixedBytes, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { sealFrom } from "#tests/setup/browser.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { mailerFor, startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";

type Trouble = Parameters<typeof startMailServer>[0];

const logLines = captureLog();

describeEngines("mail", async (openStore) => {
  const base = testApp(await openStore());
  async function open(trouble?: Trouble) {
    const server = await startMailServer(trouble);
    onTestFinished(server.close);
    return { app: { ...base, mailer: server.mailer() } satisfies App, server };
  }

  it("sends an invitation to a study, with its sender, the role and the link", async () => {
    const { app, server } = await open();
    const { studyId, operatorId } = await judgingStudy(app, { name: "loans" });
    const link = await inviteToStudy(app, operatorId, {
      studyId,
      email: "amina@example.org",
      role: "auditor",
    });
    expect(await sendLink(app, app.mailer, link.token)).toEqual({
      isSent: true,
      to: "amina@example.org",
    });
    const mail = await server.take();
    expect(mail.to).toEqual(["amina@example.org"]);
    expect(mail.headers.get("subject")).toBe("Your invitation to the study “loans”");
    expect(mail.text).toContain("operator-loans invites you to the study “loans” on Evenhand");
    expect(mail.text).toContain("The study decides who gets a loan.");
    expect(mail.text).toContain(`\nhttp://evenhand.example/invitation/${link.token}\n`);
    expect(mail.text).toContain(`until ${formatUtcMoment(link.expiresAt)}`);
  });

  it("is in its reader's language, or else in that of the study it is about", async () => {
    const { app, server } = await open();
    const { studyId, operatorId } = await judgingStudy(app, { name: "spoken" });
    await app.store.tx((tx) => tx.q.update(tx.t.study).set({ language: "de" }));
    const subjectFor = async (name: string) => {
      const to = { studyId, email: `${name}@example.org`, role: "auditor" as const };
      await sendLink(app, app.mailer, (await inviteToStudy(app, operatorId, to)).token);
      return (await server.take()).headers.get("subject");
    };
    expect(await subjectFor("new")).toBe("Ihre Einladung in die Studie „spoken“");
    await changeLanguage(app, await addAccount(app, "lucia"), "es");
    expect(await subjectFor("lucia")).toBe("Su invitación al estudio «spoken»");
    await app.store.tx((tx) => tx.q.update(tx.t.study).set({ language: "en" }));
    expect(await subjectFor("new")).toBe("Your invitation to the study “spoken”");
  });

  it.each([
    ["researcher", ", as a researcher: you follow its record and can check it."],
    ["observer", ", as an observer: you follow its rounds, results and log."],
    ["operator", ", as an operator: you run studies."],
    ["administrator", ", as an administrator: you look after the accounts."],
  ] as const)("says what the role of %s does", async (role, words) => {
    const { app, server } = await open();
    const karin = await addAccount(app, `karin-${app.newId()}`, "administrator");
    const email = `${role}@example.org`;
    const isOfStudy = role === "researcher" || role === "observer";
    if (isOfStudy) {
      const { studyId, operatorId } = await judgingStudy(app, { name: `followed-${role}` });
      const { token } = await inviteToStudy(app, operatorId, { studyId, email, role });
      await sendLink(app, app.mailer, token);
    } else {
      const { token } = await invite(app, karin, { email, role, studyId: null });
      await sendLink(app, app.mailer, token);
    }
    const mail = await server.take();
    const where = isOfStudy ? `the study “followed-${role}”` : "Evenhand";
    expect(mail.headers.get("subject")).toBe(`Your invitation to ${where}`);
    const on = isOfStudy ? " on Evenhand" : "";
    expect(mail.text.split("\n\n", 1)[0]).toMatch(new RegExp(` invites you to ${where}${on}${words}$`));
  });

  it("is limited to 600 an hour for one account, and cancelled mails do not count", async () => {
    const accountId = await addAccount(base, `many-${base.newId()}`);
    const hour = 490_000 * 3_600_000;
    const count = (count: number, now: number) =>
      base.store.tx((tx) => countMails(tx, { accountId, count, now }));
    const wait = async (now: number) =>
      /Try again in (\d+) minutes?/.exec((await refused(count(1, now), "mail-limit")).message)?.[1];
    await count(600, hour);
    expect(await wait(hour)).toBe("60");
    expect(await wait(hour + 60_000 - 1)).toBe("60");
    expect(await wait(hour + 60_000)).toBe("59");
    expect(await wait(hour + 3_600_000 - 1)).toBe("1");
    await base.store.tx((tx) => uncountMails(tx, { accountId, count: 2, countedAt: hour + 1 }));
    await refused(count(3, hour), "mail-limit");
    await count(2, hour);
    await count(600, hour + 3_600_000);
  });

  it("sends a link for a new password to the account's own address", async () => {
    const { app, server } = await open();
    const administrator = await addAccount(app, `karin-${app.newId()}`, "administrator");
    const amina = await addAccount(app, "amina");
    const { token } = await createResetLink(app, administrator, amina);
    await sendLink(app, app.mailer, token);
    const mail = await server.take();
    expect(mail.to).toEqual(["amina@example.org"]);
    expect(mail.headers.get("subject")).toBe("A new password for Evenhand");
    expect(mail.text).toContain(`/invitation/${token}`);
  });

  it("names the maker of the link that reset a password, and no maker for the server's own link", async () => {
    const { app, server } = await open();
    const textFor = async (makerName: string | null) => {
      sendResetNoticeInBackground(app, { email: "amina@example.org", makerName, madeAt: 1, at: 2 });
      return (await server.take()).text;
    };
    const by = await textFor("Karin");
    expect(by).toContain(`by a link that Karin made on ${formatUtcMoment(1)}.`);
    expect(by).toContain("and an administrator other than Karin.");
    const ofServer = await textFor(null);
    expect(ofServer).toContain(`by a link that was made on the server itself on ${formatUtcMoment(1)}.`);
    expect(ofServer).toContain("tell an operator of your study and an administrator.");
    expect(ofServer).not.toContain("other than");
  });

  it("that fails is logged and interrupts nothing", async () => {
    const { app } = await open();
    const failing = { ...app, mailer: { ...app.mailer, send: () => Promise.reject(new Error("no socket")) } };
    logLines.length = 0;
    const removal = { email: "amina@example.org", makerName: "Karin", at: 1 };
    sendFactorsNoticeInBackground(failing, removal);
    await expect.poll(() => logLines.join()).toContain("mail a notice");
    await seal(failing, await judging(failing), "unfair");
    await expect.poll(() => logLines.join()).toContain("mail a receipt");
  });

  it("contains no injected header or line, whatever the study's name", async () => {
    const { app, server } = await open();
    const name = "Loans\r\nBcc: eve@example.org\r\n\r\nSee \u202ehttp://eve.example\u2028now";
    const { studyId, operatorId } = await judgingStudy(app);
    await app.store.tx((tx) => tx.q.update(tx.t.study).set({ name }));
    const { token } = await inviteToStudy(app, operatorId, {
      studyId,
      email: "a@example.org",
      role: "auditor",
    });
    expect(await sendLink(app, app.mailer, token)).toMatchObject({ isSent: true });
    const mail = await server.take();
    expect(mail.to).toEqual(["a@example.org"]);
    expect([...mail.headers.keys()]).not.toContain("bcc");
    expect(mail.headers.get("subject")).toContain("“Loans Bcc: eve@example.org See http://eve.example now”");
    expect(mail.text.split("\n\n")[0]).toContain("See http://eve.example now” on Evenhand. As an auditor");
  });

  it("says that a link could not be sent", async () => {
    const { app } = await open({ refusedAddress: "amina@example.org" });
    const karin = await addAccount(app, `karin-${app.newId()}`, "administrator");
    const invitation = { email: "amina@example.org", role: "operator", studyId: null } as const;
    const { token } = await invite(app, karin, invitation);
    expect(await sendLink(app, app.mailer, token)).toEqual({
      isSent: false,
      mayBeSent: false,
      to: "amina@example.org",
      message: "The mail server refused the address (550).",
    });
  });

  it("is tested by an administrator, and says so if it is off", async () => {
    const { app, server } = await open();
    const karin = await addAccount(app, "karin", "administrator");
    expect(describeMail(app)).toEqual({
      from: "evenhand@panel.example",
      server: server.url.replace("smtp://", ""),
    });
    expect(await sendTestMail(app, karin)).toEqual({ isSent: true, to: "karin@example.org" });
    const tally = await app.store.read((db) => db.q.select().from(db.t.mailTally));
    expect(tally.find(({ accountId }) => accountId === karin)?.sent).toBe(1);
    expect((await server.take()).to).toEqual(["karin@example.org"]);
    const without = { ...app, mailer: null };
    expect(describeMail(without)).toBeNull();
    await refused(sendTestMail(without, karin), "mail-off");
    const gone = await addAccount(app, "gone");
    await deleteAccount(app, gone, gone);
    await refused(sendTestMail(app, gone), "not-found");
  });

  async function judging(app: App) {
    const study = await judgingStudy(app);
    const { round } = await openRound(app, {
      studyId: study.studyId,
      deadlineAt: Date.UTC(2026, 0, 6, 18, 30),
    });
    return { studyId: study.studyId, round, accountId: auditor(study, 0) };
  }

  const seal = (app: App, where: Where, word: "unfair" | "acceptable", key = "first key") =>
    sealFrom(app, where, {
      idempotencyKey: key,
      nonce: fixedBytes("nonce", key),
      verdicts: [[0, 2, word]],
    });

  it("sends the receipt of each sealed ballot once, with its entry and fingerprint and no verdict", async () => {
    const { app, server } = await open();
    const where = await judging(app);
    const receipt = await seal(app, where, "unfair");
    const mail = await server.take();
    expect(mail.to).toHaveLength(1);
    expect(mail.headers.get("subject")).toMatch(new RegExp(`^Receipt: entry ${receipt.seq}, round 1 of “`));
    expect(mail.text).toContain(`Entry ${receipt.seq} of the log of study ${where.studyId}`);
    expect(mail.text.replaceAll(" ", "")).toContain(receipt.hash);
    expect(mail.text).toContain(
      "Until the round closes, at the latest Tue 6 Jan 2026, 18:30 UTC, you can change",
    );
    expect(mail.text).toContain("Open your receipt page once more after the round has ended");

    // A retry is the same ballot, so the next mail is for the next version.
    await seal(app, where, "unfair");
    const second = await seal(app, where, "acceptable", "second key");
    const next = await server.take();
    expect(next.text).toContain(`Entry ${second.seq} of`);
    expect(server.mails).toHaveLength(2);
    // A mail for a flag differs from one without only in what differs between any two receipts.
    expect(sameButFor(mail.text, receipt)).toBe(sameButFor(next.text, second));
  });

  it("sends a receipt of a round without a deadline", async () => {
    const { app, server } = await open();
    const study = await judgingStudy(app);
    const { round } = await openRound(app, { studyId: study.studyId });
    await seal(app, { studyId: study.studyId, round, accountId: auditor(study, 0) }, "unfair");
    expect((await server.take()).text).toContain("\n\nUntil the round closes you can change your verdicts");
  });

  it("does not delay a seal while the mail server hangs", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { app, server } = await open({ greeting: promise });
    const receipt = await seal(app, await judging(app), "unfair");
    expect(receipt.version).toBe(1);
    expect(server.mails).toEqual([]);
    resolve();
    expect((await server.take()).text).toContain(`Entry ${receipt.seq}`);
  });

  it("does not fail a seal when the mail server is down", async () => {
    const { app, server } = await open();
    await server.close();
    const mailer = mailerFor(server.url);
    const deliveries: unknown[] = [];
    const watched: App = {
      ...app,
      mailer: {
        ...mailer,
        send: async (...message) => {
          const delivery = await mailer.send(...message);
          deliveries.push(delivery.isSent);
          return delivery;
        },
      },
    };
    expect((await seal(watched, await judging(app), "unfair")).version).toBe(1);
    await expect.poll(() => deliveries).toEqual([false]);
  });
});

/** Returns the text without the parts that identify the ballot. */
function sameButFor(
  text: string,
  { seq, version, at }: { seq: number; version: number; at: number },
): string {
  return text
    .replace(/^Fingerprint .*$/m, "Fingerprint #")
    .replace(/^In words .*$/m, "In words #")
    .replace(`Entry ${seq} of`, "Entry # of")
    .replace(`version ${version} of`, "version # of")
    .replace(new Date(at).toISOString(), "#");
}
