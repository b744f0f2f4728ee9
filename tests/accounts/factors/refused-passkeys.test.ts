import { expect, it, vi } from "vitest";
import { giveFactor } from "#server/accounts/factors/give-factor.ts";
import { addPasskey, askForPasskey, offerPasskey } from "#server/accounts/factors/passkeys.ts";
import { accountsApp, addPerson } from "#tests/accounts/invitations/people.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { makePasskey } from "#tests/setup/passkey.ts";
import { refused } from "#tests/setup/refusal.ts";
import { holderOf, withPasskey } from "./people.ts";

describeEngines("a refused passkey", (openStore) => {
  const email = "amina@example.org";

  async function withKey() {
    vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
    const app = accountsApp(await openStore());
    await addPerson(app, "amina");
    const { passkey } = await withPasskey(app, await holderOf(app, email));
    return { app, passkey, holder: await holderOf(app, email) };
  }

  it("is refused after ten minutes, and accepted until then", async () => {
    const { app, passkey, holder } = await withKey();
    const begun = app.now();
    const give = async (after: number) => {
      const { challenge } = await askForPasskey({ ...app, now: () => begun }, holder);
      const proof = { kind: "passkey", response: passkey.get(challenge) } as const;
      return giveFactor({ ...app, now: () => begun + after }, holder, proof);
    };
    await refused(give(600_001), "step-outdated");
    expect(await give(600_000)).toEqual({ sessionId: expect.any(String) });
  });

  it("is refused if another key has signed for the account's key", async () => {
    const { app, passkey, holder } = await withKey();
    const { challenge } = await askForPasskey(app, holder);
    const right = passkey.get(challenge);
    const { signature } = makePasskey().get(challenge).response;
    const response = { ...right, response: { ...right.response, signature } };
    await refused(giveFactor(app, holder, { kind: "passkey", response }), "wrong-credentials");
  });

  it("leaves the reason in the application log only", async () => {
    vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
    const app = accountsApp(await openStore());
    await addPerson(app, "amina");
    const holder = await holderOf(app, email);
    const { passkey } = await withPasskey(app, holder);
    const lines = captureLog("debug");
    const refusals = () => lines.splice(0).filter((line) => line.includes("passkey refused"));

    await offerPasskey(app, holder);
    const other = { response: makePasskey().create("another challenge"), name: "Other" };
    const { message } = await refused(addPasskey(app, holder, other), "wrong-credentials");
    expect(message).toBe("This code or passkey is wrong, or was already used.");
    expect(refusals()).toEqual([expect.stringContaining("challenge")]);

    await askForPasskey(app, holder);
    const proof = { kind: "passkey", response: passkey.get("another challenge") } as const;
    expect((await refused(giveFactor(app, holder, proof), "wrong-credentials")).message).toBe(message);
    expect(refusals()).toEqual([expect.stringContaining("challenge")]);
  });
});
