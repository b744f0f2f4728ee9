import { expect, it } from "vitest";
import { changeOwnNotifications, readOwnNotifications } from "#server/accounts/notification-settings.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { mailerFor } from "#tests/setup/mail-server.ts";

describeEngines("an account's mails about events", async (openStore) => {
  const app = testApp(await openStore());

  it("are all on at first, and then as their owner chose", async () => {
    const [accountId, other] = [await addAccount(app, "amina"), await addAccount(app, "bea")];
    const atFirst = { off: [], digestHour: null, mailIsOn: false };
    expect(await readOwnNotifications(app, accountId)).toEqual(atFirst);
    const chosen = { off: ["round-opened" as const], digestHour: 0 };
    await changeOwnNotifications(app, accountId, chosen);
    expect(await readOwnNotifications(app, accountId)).toEqual({ ...chosen, mailIsOn: false });
    expect(await readOwnNotifications(app, other)).toEqual(atFirst);
    expect(await readOwnNotifications(app, app.newId())).toEqual(atFirst);
  });

  it("are shown as not sent if the server has no mail", async () => {
    const accountId = await addAccount(app, "carla");
    const mailing = { ...app, mailer: mailerFor("smtp://127.0.0.1:25") };
    expect((await readOwnNotifications(mailing, accountId)).mailIsOn).toBe(true);
  });
});
