import { expect, it } from "vitest";
import { changeJudgingKeys, readJudgingKeys } from "#server/accounts/judging-keys.ts";
import { judgingKeysSchema } from "#server/schemas/judging-keys.ts";
import { usualKeys } from "#server/schemas/key-commands.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("the keys of an account", async (openStore) => {
  const app = testApp(await openStore());

  it("are the default ones until they are changed, for this account only", async () => {
    const [mine, other] = [await addAccount(app, "mine"), await addAccount(app, "other")];
    expect(await readJudgingKeys(app, mine)).toEqual(usualKeys);
    const own = { ...usualKeys, areOn: false, unfair: "j", help: "é" };
    await changeJudgingKeys(app, mine, own);
    expect(await readJudgingKeys(app, mine)).toEqual(own);
    expect(await readJudgingKeys(app, other)).toEqual(usualKeys);
  });

  it("are one character each, and all different", () => {
    const messages = (keys: unknown) =>
      judgingKeysSchema
        .safeParse(keys)
        .error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
    expect(judgingKeysSchema.parse({ ...usualKeys, unfair: " J " })).toEqual({ ...usualKeys, unfair: "j" });
    for (const unfair of ["", "jj", " ", "\u0000", "\ud83d", "\n"])
      expect(messages({ ...usualKeys, unfair })).toEqual(["unfair: Enter one letter, digit or sign."]);
    expect(messages({ ...usualKeys, acceptable: "F" })).toEqual([
      "acceptable: Another command has this key.",
    ]);
    expect(messages({ ...usualKeys, more: "k" })).toHaveLength(1);
  });
});
