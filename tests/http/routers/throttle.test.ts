import { expect, it } from "vitest";
import { refused } from "#tests/setup/refusal.ts";
import { cause, makeStage } from "./stage.ts";

const { app, as } = makeStage();

/** Guesses the present password of an account that does not exist, so that there is no hash to wait for. */
function guess(name: string, network: string): Promise<unknown> {
  const account = { id: `account of ${name}`, email: `${name}@example.org` };
  const session = { ref: "1".repeat(64), account: { ...account, displayName: "", platformRole: "member" } };
  const caller = as(account, { session: session as never, network });
  return cause(caller.accounts.changePassword({ present: "a guess", next: "an entirely new one" }));
}

it("guesses at one account must wait after the fifth, from whatever network", async () => {
  for (let time = 0; time < 5; time += 1) await refused(guess("ada", `192.0.2.${time}`), "wrong-credentials");
  const { message } = await refused(guess("ada", "192.0.2.9"), "too-many-attempts");
  expect(message).toBe("Too many attempts. Wait 1 second, then try again.");
  app().clock.advance(1_000);
  await refused(guess("ada", "192.0.2.9"), "wrong-credentials");
  expect((await refused(guess("ada", "192.0.2.9"), "too-many-attempts")).message).toContain("2 seconds");
});

it("guesses from one network must wait after the twentieth, for any account; other networks need not", async () => {
  for (let time = 0; time < 20; time += 1) {
    await refused(guess(`person-${time}`, "203.0.113.1"), "wrong-credentials");
  }
  await refused(guess("next", "203.0.113.1"), "too-many-attempts");
  await refused(guess("next", "203.0.113.2"), "wrong-credentials");
});
