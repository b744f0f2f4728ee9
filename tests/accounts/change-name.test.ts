import { expect, it } from "vitest";
import { listNames } from "#db/queries/accounts.ts";
import { changeName } from "#server/accounts/change-name.ts";
import { changeNameSchema } from "#server/schemas/accounts.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";

describeEngines("the name of an account", async (openStore) => {
  const app = testApp(await openStore());

  it("is changed by its owner, which is in the security log without the name", async () => {
    const [id, other] = [await addAccount(app, "ada"), await addAccount(app, "ben")];
    await changeName(app, id, "Ada Lovelace");
    const names = await app.store.read((db) => listNames(db, [id, other]));
    expect(names.map(({ name }) => name)).toEqual(["Ada Lovelace", expect.not.stringContaining("Ada")]);
    expect(await securityEventsOf(app, id)).toMatchObject([{ kind: "account.renamed", actorId: id }]);
  });

  it("is refused empty, too long or with control characters", () => {
    for (const displayName of [" ", "a".repeat(81), "a\nb"]) {
      expect(changeNameSchema.safeParse({ displayName }).success).toBe(false);
    }
  });
});
