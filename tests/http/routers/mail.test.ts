import { expect, it, onTestFinished } from "vitest";
import { countMails } from "#server/accounts/messages/mail-rate.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, as, person } = makeStage();

async function withMail(trouble?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(trouble);
  onTestFinished(server.close);
  return { server, on: { app: { ...app(), mailer: server.mailer() } } };
}

it("an administrator sees the mail settings, and sends a test mail to the own address", async () => {
  const administrator = await person("karin", "administrator");
  expect(await as(administrator).mail.settings({})).toBeNull();
  await refused(cause(as(administrator).mail.sendTest({})), "mail-off");
  const { server, on } = await withMail();
  const settings = await as(administrator, on).mail.settings({});
  expect(settings?.from).toContain("evenhand@panel.example");
  expect(JSON.stringify(settings)).not.toContain("password");
  expect(await as(administrator, on).mail.sendTest({})).toMatchObject({ isSent: true });
  expect((await server.take()).to).toEqual(["karin@example.org"]);
});

it("with mail on, a link is mailed to its address, and its maker does not see it", async () => {
  const { server, on } = await withMail();
  const admin = as(await person("maker", "administrator"), on).accounts;
  const forgetful = await person("forgetful");
  const study = await publishedStudy(app(), { name: "by-mail" });
  const panel = as({ id: study.operatorId }, on).panel;
  const { studyId } = study;
  const made = {
    "new@example.org": await admin.invite({ email: "new@example.org", role: "operator" }),
    [forgetful.email]: await admin.createResetLink({ accountId: forgetful.id }),
    "judge@example.org": await panel.invite({ studyId, email: "judge@example.org", role: "auditor" }),
  };
  for (const [email, answer] of Object.entries(made)) {
    expect(answer).toEqual({ token: null, expiresAt: expect.any(Number) });
    const mail = await server.take();
    expect(mail.to).toEqual([email]);
    expect(mail.text).toMatch(/\/invitation\/[\w-]{43}\n/);
  }
});

it("a link that cannot be mailed is refused, and does not work", async () => {
  const { on } = await withMail({ refusedAddress: "bounced@example.org" });
  const admin = as(await person("maker-2", "administrator"), on).accounts;
  const refusal = await refused(
    cause(admin.invite({ email: "bounced@example.org", role: "operator" })),
    "mail-failed",
  );
  expect(refusal.message).toBe(
    "The link was not sent, so it does not work. The mail server refused the address (550).",
  );
  const { links } = await admin.invitations({});
  expect(links.map(({ email }) => email)).not.toContain("bounced@example.org");
});

it("an account that sent 600 mails within an hour is refused, with the time to wait", async () => {
  const { on } = await withMail();
  const maker = await person("maker-3", "administrator");
  await app().store.tx((tx) => countMails(tx, { accountId: maker.id, count: 600, now: app().now() }));
  const made = as(maker, on).accounts.invite({ email: "one-more@example.org", role: "operator" });
  expect((await refused(cause(made), "mail-limit")).message).toMatch(
    /^One person may send 600 mails an hour.* Try again in \d+ minutes\.$/,
  );
});
