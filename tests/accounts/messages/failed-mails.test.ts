import { expect, it } from "vitest";
import { invite } from "#server/accounts/invitations/invite.ts";
import { sendLink } from "#server/accounts/messages/send-link.ts";
import { sendResetNoticeInBackground } from "#server/accounts/messages/send-notice.ts";
import { sendTestMail } from "#server/accounts/messages/send-test.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";

const logLines = captureLog();

describeEngines("a mail that could not be sent", async (openStore) => {
  const base = testApp(await openStore());

  it("is logged with its kind, and without its address", async () => {
    const server = await startMailServer();
    const app = { ...base, mailer: server.mailer() };
    await server.close();
    const karin = await addAccount(app, "karin", "administrator");
    const kindsAfter = async (send: () => unknown) => {
      logLines.length = 0;
      await send();
      await expect.poll(() => logLines.length).toBe(1);
      expect(logLines.join()).not.toContain("@example.org");
      return logLines.map((line) => JSON.parse(line)).map(({ kind, msg }) => [kind, msg]);
    };
    const failed = (kind: string) => [[kind, "a mail could not be sent"]];
    expect(await kindsAfter(() => sendTestMail(app, karin))).toEqual(failed("test"));
    const notice = { email: "karin@example.org", makerName: null, madeAt: 1, at: 2 };
    expect(await kindsAfter(() => sendResetNoticeInBackground(app, notice))).toEqual(failed("notice"));
    const to = { email: "new@example.org", role: "operator", studyId: null } as const;
    const { token } = await invite(app, karin, to);
    expect(await kindsAfter(() => sendLink(app, app.mailer, token))).toEqual(failed("link"));
  });
});
