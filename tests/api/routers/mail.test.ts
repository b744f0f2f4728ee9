import { expect, it, onTestFinished } from "vitest";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { cause, makeStage } from "./stage.ts";

const { app, as, person } = makeStage();

async function withMail() {
  const server = await startMailServer();
  onTestFinished(server.close);
  return { server, on: { app: { ...app(), mailer: server.mailer() } } };
}

it("an administrator sees how mail is set up, and has a test mail sent to the own address", async () => {
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

it("a link is sent by whoever made it, and by nobody else", async () => {
  const { server, on } = await withMail();
  const maker = await person("maker", "administrator");
  const { token } = await as(maker).accounts.invite({ email: "new@example.org", role: "operator" });
  const other = await person("other", "administrator");
  await refused(cause(as(other, on).mail.sendLink({ token })), "invitation-invalid");
  expect(await as(maker, on).mail.sendLink({ token })).toMatchObject({ isSent: true });
  const mail = await server.take();
  expect(mail.to).toEqual(["new@example.org"]);
  expect(mail.text).toContain(token);
});
