import { beforeEach, expect, it, vi } from "vitest";
import { updateSession } from "#db/queries/sessions.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { findSessionStatus, prepareSession } from "#server/accounts/sessions.ts";
import { phoneWith } from "#tests/accounts/factors/people.ts";
import { freshSession } from "#tests/setup/context.ts";
import { makePasskey } from "#tests/setup/passkey.ts";
import { refused } from "#tests/setup/refusal.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as, anonymous, person } = makeStage();
const password = "correct horse battery";

// A passkey is bound to the address of the server.
beforeEach(() => vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000"));

/** Signs an account in with its password alone. @returns a caller with that session */
async function signedInByPassword(account: Awaited<ReturnType<typeof person>>) {
  const { sessionId, insert } = prepareSession(app(), account.id, "a browser");
  await store().tx(insert);
  const { current, waiting } = await findSessionStatus(app(), sessionId);
  const cookies: string[] = [];
  return { caller: as(account, { session: current, waiting, cookies }), cookies, ref: hashToken(sessionId) };
}

it("an authenticator app is set up, given at the next sign-in, renamed and removed by its owner", async () => {
  const ada = await person("ada", "member", password);
  const first = await signedInByPassword(ada);
  expect(await first.caller.factors.ways({})).toMatchObject({ password: true, authenticator: false });
  const { secret } = await first.caller.factors.offerAuthenticator({});
  const codeAt = phoneWith(secret);
  const added = { code: codeAt(app().now()), name: " My phone " };
  const { recoveryCodes } = await first.caller.factors.addAuthenticator(added);
  expect(recoveryCodes).toHaveLength(10);
  expect(first.cookies).toEqual([]);

  app().clock.advance(30_000);
  const next = await signedInByPassword(ada);
  await refused(cause(next.caller.accounts.sessions({})), "not-signed-in");
  const code = codeAt(app().now());
  await next.caller.factors.give({
    proof: { kind: "authenticator", code: `${code.slice(0, 3)} ${code.slice(3)}` },
  });
  expect(next.cookies).toHaveLength(1);

  const mine = await first.caller.factors.mine({});
  expect(mine.factors).toMatchObject([{ kind: "authenticator", name: "My phone" }]);
  const id = mine.factors[0]?.id ?? "";
  await first.caller.factors.rename({ id, name: "Another name" });
  const someoneElse = as(await person("someone-else"));
  await refused(cause(someoneElse.factors.rename({ id, name: "Mine" })), "not-found");
  await refused(cause(someoneElse.factors.remove({ id })), "not-found");
  expect((await first.caller.factors.mine({})).factors[0]?.name).toBe("Another name");
  const { codes } = await first.caller.factors.makeRecoveryCodes({});
  expect(codes).not.toEqual(recoveryCodes);
  await first.caller.factors.remove({ id });
  expect((await first.caller.factors.mine({})).factors).toEqual([]);
});

it("a passkey is set up, and given to confirm a session", async () => {
  const ben = await person("ben", "member", password);
  const { caller, cookies, ref } = await signedInByPassword(ben);
  const passkey = makePasskey();
  const { challenge } = await caller.factors.offerPasskey({});
  await caller.factors.addPasskey({ name: "Key", response: passkey.create(challenge) });
  const stale = { ...freshSession(app(), ben), ref, confirmedAt: 0 };
  await store().tx((tx) => updateSession(tx, ref, { confirmedAt: 1 }));
  const later = as(ben, { session: stale, cookies });
  await refused(cause(later.factors.confirm({})), "step-up-needed");
  const request = await later.factors.askForPasskey({});
  await later.factors.give({ proof: { kind: "passkey", response: passkey.get(request.challenge) } });
  // The id is unchanged, so open event streams go on.
  expect(cookies).toEqual([]);
  const row = await store().read((db) => db.q.select().from(db.t.session));
  expect(row.find(({ idHash }) => idHash === ref)?.confirmedAt).toBeGreaterThan(1);
  expect(await as(ben).factors.confirm({})).toBeNull();
});

it("an account that needs a factor is signed in by setting one up, under a new session", async () => {
  vi.stubEnv("EVENHAND_SECOND_FACTOR", "administrators");
  const byPasskey = await signedInByPassword(await person("dora", "administrator", password));
  await refused(cause(byPasskey.caller.factors.mine({})), "not-signed-in");
  const { challenge } = await byPasskey.caller.factors.offerPasskey({});
  await byPasskey.caller.factors.addPasskey({ name: "Key", response: makePasskey().create(challenge) });
  expect(byPasskey.cookies).toHaveLength(1);
  const byPhone = await signedInByPassword(await person("emil", "administrator", password));
  const { secret } = await byPhone.caller.factors.offerAuthenticator({});
  const code = phoneWith(secret)(app().now());
  await byPhone.caller.factors.addAuthenticator({ code, name: "Phone" });
  expect(byPhone.cookies).toHaveLength(1);
});

it("an account without a second factor confirms its session by password", async () => {
  const cyd = await person("cyd", "member", password);
  const { caller } = await signedInByPassword(cyd);
  const give = (word: string) => cause(caller.factors.give({ proof: { kind: "password", password: word } }));
  await refused(give("not the right one"), "wrong-credentials");
  await give(password);
  await refused(cause(anonymous().factors.give({ proof: { kind: "password", password } })), "not-signed-in");
});
