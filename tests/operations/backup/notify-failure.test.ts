import { expect, it } from "vitest";
import { suspendAccount } from "#server/accounts/invitations/administration.ts";
import { notifyOfFailedBackup } from "#server/operations/backup/notify-failure.ts";
import { mailing } from "#tests/rounds/notifications/mailing.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";

captureLog();

describeEngines("a failed backup", async (openStore) => {
  const base = testApp(await openStore());

  it("is mailed to active administrators once a day, and to none without a mail server", async () => {
    const { app, send } = await mailing(base);
    const adam = await addAccount(base, "adam", "administrator");
    const eva = await addAccount(base, "eva", "administrator");
    await addAccount(base, "olga", "operator");
    await suspendAccount(base, adam, eva);
    await notifyOfFailedBackup({ ...app, mailer: null });
    expect(await send()).toEqual([]);
    await notifyOfFailedBackup(app);
    app.clock.advance(1);
    await notifyOfFailedBackup(app);
    const [mail, ...more] = await send();
    expect(more).toEqual([]);
    expect(mail?.to).toEqual(["adam@example.org"]);
    expect(mail?.headers.get("subject")).toBe("A backup of Evenhand failed");
    expect(mail?.text).toContain("\n\nhttp://evenhand.example/administration");
    app.clock.advance(24 * 3_600_000);
    await notifyOfFailedBackup(app);
    expect(await send()).toHaveLength(1);
  });
});
