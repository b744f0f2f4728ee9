import { expect, it } from "vitest";
import { updateAccount } from "#db/queries/accounts.ts";
import { requireDemoAlone, requireNoDemo } from "#server/accounts/demo-start.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { demoAccounts } from "#server/cli/demo/make-accounts.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("a start", (openStore) => {
  it("with the demonstration is refused if other accounts exist and the demonstration's do not", async () => {
    const app = testApp(await openStore());
    await requireDemoAlone(app);
    await addAccount(app, "real-person");
    const attempt = requireDemoAlone(app);
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow(/^This database has accounts of other people/);
  });

  it("with the demonstration is allowed if only its accounts exist, or all of them do", async () => {
    const app = testApp(await openStore());
    await demoAccounts(app);
    await requireDemoAlone(app);
    await addAccount(app, "joined-since");
    await requireDemoAlone(app);
  });

  it("with the demonstration is refused if one of its accounts is missing and other accounts exist", async () => {
    const app = testApp(await openStore());
    const [first] = await demoAccounts(app);
    const accountId = first?.accountId ?? "";
    await app.store.tx((tx) => updateAccount(tx, accountId, { email: "moved@example.org" }));
    await expect(requireDemoAlone(app)).rejects.toThrow(StartError);
  });

  it("without the demonstration is refused while an account has the public password", async () => {
    const app = testApp(await openStore());
    await addAccount(app, "real-person");
    await requireNoDemo(app);
    const [administrator, operator, ...others] = await demoAccounts(app);
    await expect(requireNoDemo(app)).rejects.toThrow(StartError);
    await expect(requireNoDemo(app)).rejects.toThrow(
      /^This database holds the demonstration, whose password is public/,
    );
    const passwordHash = await hashPassword("a word of her own");
    const suspend = (accounts: typeof others) =>
      app.store.tx(async (tx) => {
        for (const { accountId } of accounts) await updateAccount(tx, accountId, { suspendedAt: app.now() });
      });
    await app.store.tx((tx) => updateAccount(tx, administrator?.accountId ?? "", { passwordHash }));
    await suspend(others);
    await expect(requireNoDemo(app), "the operator still can").rejects.toThrow(StartError);
    await suspend(operator === undefined ? [] : [operator]);
    await requireNoDemo(app);
  });
});
