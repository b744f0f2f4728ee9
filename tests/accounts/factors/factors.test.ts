import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Tx } from "#db/store/store.ts";
import { rememberDevice } from "#server/accounts/devices.ts";
import { addAuthenticator, offerAuthenticator } from "#server/accounts/factors/authenticators.ts";
import { giveFactor } from "#server/accounts/factors/give-factor.ts";
import { readFactors, readWays, removeFactor, renameFactor } from "#server/accounts/factors/own-factors.ts";
import { addPasskey, askForPasskey, offerPasskey } from "#server/accounts/factors/passkeys.ts";
import { makeRecoveryCodes } from "#server/accounts/factors/recovery-codes.ts";
import { findSession, findSessionStatus, listSessions } from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import {
  type AccountsTestApp,
  accountsApp,
  addFirstAdministrator,
  addPerson,
  password,
  signInAs,
} from "#tests/accounts/invitations/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { makePasskey } from "#tests/setup/passkey.ts";
import { refused } from "#tests/setup/refusal.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import { holderOf, phoneWith, withAuthenticator, withPasskey } from "./people.ts";

describeEngines("second factors", (openStore) => {
  const amina = "amina@example.org";

  beforeEach(() => vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000"));

  async function open() {
    const app = accountsApp(await openStore());
    await addPerson(app, "amina");
    return app;
  }
  const later = (app: AccountsTestApp) => app.clock.advance(30_000);
  const code = (text: string) => ({ kind: "authenticator", code: text }) as const;

  async function withPhone() {
    const app = await open();
    const phone = await withAuthenticator(app, await holderOf(app, amina));
    later(app);
    return { app, ...phone };
  }

  async function withKey(passkey = makePasskey()) {
    const app = await open();
    return { app, ...(await withPasskey(app, await holderOf(app, amina), passkey)) };
  }

  describe("at sign-in", () => {
    it("are required of an account that has one, which is signed in only after giving it", async () => {
      const { app, codeAt } = await withPhone();
      const holder = await holderOf(app, amina);
      expect(await findSession(app, holder.sessionId)).toBeUndefined();
      expect((await findSessionStatus(app, holder.sessionId)).waiting).toMatchObject({ owes: "factor" });
      const { sessionId } = await giveFactor(app, holder, code(codeAt(app.now())));
      expect((await findSession(app, sessionId ?? ""))?.account.email).toBe(amina);
      // The session gets a new id.
      expect(await findSessionStatus(app, holder.sessionId)).toEqual({
        current: null,
        waiting: null,
        language: null,
      });
    });

    it("accept each code once, and only codes of these thirty seconds and their neighbours", async () => {
      const { app, codeAt } = await withPhone();
      const right = codeAt(app.now());
      await giveFactor(app, await holderOf(app, amina), code(right));
      await refused(giveFactor(app, await holderOf(app, amina), code(right)), "wrong-credentials");
      // After a newer code, an older one is refused.
      const before = codeAt(app.now() - 30_000);
      await refused(giveFactor(app, await holderOf(app, amina), code(before)), "wrong-credentials");
      const early = codeAt(app.now() + 90_000);
      await refused(giveFactor(app, await holderOf(app, amina), code(early)), "wrong-credentials");
      await giveFactor(app, await holderOf(app, amina), code(codeAt(app.now() + 30_000)));
    });

    it("accept no code twice, whenever within its thirty seconds", async () => {
      const { app, codeAt } = await withPhone();
      const begun = Math.ceil((app.now() + 60_000) / 30_000) * 30_000;
      app.clock.advance(begun - app.now());
      const holder = await holderOf(app, amina);
      const giveAt = (now: number) => giveFactor({ ...app, now: () => now }, holder, code(codeAt(begun)));
      await giveAt(begun);
      for (const later of [1, 15_000, 29_999, 30_000])
        await refused(giveAt(begun + later), "wrong-credentials");
    });

    it("accept one code from only one of two simultaneous requests", async () => {
      const { app, codeAt } = await withPhone();
      const holders = [await holderOf(app, amina), await holderOf(app, amina)];
      const right = code(codeAt(app.now()));
      const both = await Promise.allSettled(holders.map((holder) => giveFactor(app, holder, right)));
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    });

    it("allow five guesses, and then one at longer and longer intervals, from all networks together", async () => {
      const { app, codeAt } = await withPhone();
      const holder = await holderOf(app, amina);
      const guess = (network: string) => giveFactor(app, { ...holder, network }, code("000000"));
      for (let time = 0; time < 5; time += 1) await refused(guess(`192.0.2.${time}`), "wrong-credentials");
      await refused(guess("192.0.2.9"), "too-many-attempts");
      const right = giveFactor(app, { ...holder, network: "192.0.2.10" }, code(codeAt(app.now())));
      await refused(right, "too-many-attempts");
    });

    it("allow no more guesses to a person who knows the password and signs in repeatedly", async () => {
      const { app, codeAt } = await withPhone();
      const signInByPassword = async () => {
        const attempt = { email: amina, password, network: "192.0.2.1", userAgent: "a test" };
        const { sessionId, device } = await signIn(app, attempt);
        const { waiting } = await findSessionStatus(app, sessionId);
        if (waiting === null) throw new Error("no factor is owed");
        return { ref: waiting.ref, account: waiting.holder, network: "192.0.2.1", isWaiting: true, device };
      };
      const owner = await signInByPassword();
      await giveFactor(app, owner, code(codeAt(app.now())));
      for (let time = 0; time < 5; time += 1)
        await refused(giveFactor(app, await signInByPassword(), code("000000")), "wrong-credentials");
      await refused(giveFactor(app, await signInByPassword(), code("000000")), "too-many-attempts");
      // The owner's browser is known since the complete sign-in, and has a count of its own.
      later(app);
      await giveFactor(app, { ...(await signInByPassword()), device: owner.device }, code(codeAt(app.now())));
    });

    it("are neither the password nor another account's code", async () => {
      const { app } = await withPhone();
      const holder = await holderOf(app, amina);
      const { problems } = await refused(
        giveFactor(app, holder, { kind: "password", password }),
        "wrong-credentials",
      );
      expect(problems).toMatchObject([{ field: "password" }]);
      await addPerson(app, "bruno");
      const bruno = await withAuthenticator(app, await holderOf(app, "bruno@example.org"));
      later(app);
      const another = giveFactor(app, holder, code(bruno.codeAt(app.now())));
      expect((await refused(another, "wrong-credentials")).problems).toMatchObject([{ field: "code" }]);
    });

    it("cannot be set up instead of being given", async () => {
      const { app } = await withPhone();
      const holder = await holderOf(app, amina);
      await refused(withAuthenticator(app, holder), "not-signed-in");
      await refused(withPasskey(app, holder), "not-signed-in");
    });

    it("accept a recovery code once, in any spelling, and keep the others", async () => {
      const { app, recoveryCodes } = await withPhone();
      expect(new Set(recoveryCodes).size).toBe(10);
      const [first = "", second = ""] = recoveryCodes ?? [];
      const give = async (text: string) =>
        giveFactor(app, await holderOf(app, amina), { kind: "recovery-code", code: text });
      for (const each of recoveryCodes ?? []) expect(each).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
      const signs = new Set((recoveryCodes ?? []).join("").replaceAll("-", ""));
      expect(signs.size).toBeGreaterThan(16);
      for (const sign of "01ilo") expect(signs, "easily confused").not.toContain(sign);
      const { sessionId } = await give(first.toUpperCase().replaceAll("-", " "));
      expect(await findSession(app, sessionId ?? "")).toBeDefined();
      await refused(give(first), "wrong-credentials");
      await give(second.replaceAll("-", ""));
      expect((await readFactors(app, await holderOf(app, amina))).recoveryCodeCount).toBe(8);
    });
  });

  describe("that are passkeys", () => {
    it("sign their challenge, once", async () => {
      const { app, passkey } = await withKey();
      const holder = await holderOf(app, amina);
      const { challenge, ...options } = await askForPasskey(app, holder);
      expect(options).toMatchObject({
        ...{ rpId: "localhost", userVerification: "preferred", allowCredentials: [{ id: passkey.id }] },
      });
      const response = passkey.get(challenge);
      const { sessionId } = await giveFactor(app, holder, { kind: "passkey", response });
      expect(await findSession(app, sessionId ?? "")).toBeDefined();
      const again = await holderOf(app, amina);
      await refused(giveFactor(app, again, { kind: "passkey", response }), "step-outdated");
      await askForPasskey(app, again);
      await refused(giveFactor(app, again, { kind: "passkey", response }), "wrong-credentials");
    });

    it("are refused with another session's challenge, another key, or after ten minutes", async () => {
      const { app, passkey } = await withKey();
      const give = async (challenge: string | null, key = passkey, wait = 0) => {
        const holder = await holderOf(app, amina);
        const own = (await askForPasskey(app, holder)).challenge;
        app.clock.advance(wait);
        return giveFactor(app, holder, { kind: "passkey", response: key.get(challenge ?? own) });
      };
      const elsewhere = await askForPasskey(app, await holderOf(app, amina));
      await refused(give(elsewhere.challenge), "wrong-credentials");
      await refused(give(null, makePasskey()), "wrong-credentials");
      await refused(give(null, passkey, 11 * 60_000), "step-outdated");
      await give(null);
    });

    it("are bound to the server's address, both when they are created and when they are used", async () => {
      const app = await open();
      const holder = await holderOf(app, amina);
      for (const place of [{ origin: "https://evil.example" }, { rpId: "evil.example" }]) {
        await refused(withPasskey(app, holder, makePasskey(place)), "wrong-credentials");
      }
      vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example");
      const place = { origin: "https://evenhand.example", rpId: "evenhand.example" };
      const { passkey } = await withPasskey(app, holder, makePasskey(place));
      const waiting = await holderOf(app, amina);
      const { challenge } = await askForPasskey(app, waiting);
      vi.stubEnv("NEXTAUTH_URL", "https://another.example");
      const given = giveFactor(app, waiting, { kind: "passkey", response: passkey.get(challenge) });
      await refused(given, "wrong-credentials");
    });

    it("are refused as copies if their counter falls behind", async () => {
      const { app, passkey } = await withKey();
      const older = await holderOf(app, amina);
      const first = passkey.get((await askForPasskey(app, older)).challenge);
      const newer = await holderOf(app, amina);
      const second = passkey.get((await askForPasskey(app, newer)).challenge);
      await giveFactor(app, newer, { kind: "passkey", response: second });
      await refused(giveFactor(app, older, { kind: "passkey", response: first }), "wrong-credentials");
    });

    it("without a counter are accepted each time", async () => {
      const { app, passkey } = await withKey(makePasskey({ counts: false }));
      for (let time = 0; time < 2; time += 1) {
        const holder = await holderOf(app, amina);
        const { challenge } = await askForPasskey(app, holder);
        await giveFactor(app, holder, { kind: "passkey", response: passkey.get(challenge) });
      }
    });

    it("belong to one account", async () => {
      const { app, passkey } = await withKey();
      await addPerson(app, "bruno");
      await refused(withPasskey(app, await holderOf(app, "bruno@example.org"), passkey), "role-conflict");
    });

    it("are recorded as used, also without a counter", async () => {
      const { app, passkey } = await withKey(makePasskey({ counts: false }));
      const holder = await holderOf(app, amina);
      const { challenge } = await askForPasskey(app, holder);
      const before = app.now();
      await giveFactor(app, holder, { kind: "passkey", response: passkey.get(challenge) });
      const [factor] = (await readFactors(app, holder)).factors;
      expect(factor?.lastUsedAt).toBeGreaterThan(before);
    });

    it("are offered for one response", async () => {
      const app = await open();
      const holder = await holderOf(app, amina);
      const { challenge, ...offered } = await offerPasskey(app, holder);
      expect(offered).toMatchObject({
        rp: { name: "Evenhand", id: "localhost" },
        user: { name: amina, displayName: "amina" },
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
      });
      // earlier challenges are void
      await offerAuthenticator(app, holder);
      const early = addPasskey(app, holder, { response: makePasskey().create(challenge), name: "none" });
      await refused(early, "step-outdated");
      await answerOnce(app, holder);
      const [known] = (await offerPasskey(app, holder)).excludeCredentials ?? [];
      expect(known?.id).toMatch(/^[\w-]{43}$/);
    });

    async function answerOnce(app: AccountsTestApp, holder: Awaited<ReturnType<typeof holderOf>>) {
      const { challenge } = await offerPasskey(app, holder);
      const response = makePasskey().create(challenge);
      await addPasskey(app, holder, { response, name: "one" });
      await refused(addPasskey(app, holder, { response, name: "two" }), "step-outdated");
    }
  });

  describe("of one's own", () => {
    it("are listed, named and removed by their owner only", async () => {
      const { app } = await withPhone();
      const holder = await holderOf(app, amina);
      const [phone] = (await readFactors(app, holder)).factors;
      expect(phone).toMatchObject({ kind: "authenticator", name: "My phone" });
      const bruno = await addPerson(app, "bruno");
      const id = phone?.id ?? "";
      await refused(renameFactor(app, bruno, { id, name: "Mine" }), "not-found");
      const other = await holderOf(app, "bruno@example.org");
      await refused(removeFactor(app, other, id), "not-found");
      await renameFactor(app, holder.account.id, { id, name: "Old phone" });
      expect((await readFactors(app, holder)).factors[0]?.name).toBe("Old phone");
      await removeFactor(app, holder, id);
      expect(await readFactors(app, holder)).toEqual({
        factors: [],
        recoveryCodeCount: 0,
        isRequired: false,
        isDemo: false,
      });
      expect(await findSession(app, await signInAs(app, { email: amina }))).toBeDefined();
    });

    it("require a correct code to be set up, and the secret is stored encrypted", async () => {
      const app = await open();
      const holder = await holderOf(app, amina);
      const { secret, uri, picture } = await offerAuthenticator(app, holder);
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(uri).toContain(secret);
      expect(uri).toContain("issuer=Evenhand");
      expect(decodeURIComponent(uri)).toContain(amina);
      // a finder pattern of seven dark modules begins and ends the first row
      expect(picture[0]).toMatch(/^1111111[01]+1111111$/);
      expect(new Set(picture.map((row) => row.length))).toEqual(new Set([picture.length]));
      const add = (digits: string) => addAuthenticator(app, holder, { code: digits, name: "x" });
      await refused(add("000000"), "wrong-credentials");
      const codeAt = phoneWith(secret);
      await add(codeAt(app.now()));
      await refused(add(codeAt(app.now())), "step-outdated");
      const rows = await app.store.read(async (db) => [
        await db.q.select().from(db.t.factor),
        await db.q.select().from(db.t.session),
        await db.q.select().from(db.t.recoveryCode),
      ]);
      expect(rows[0]).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(secret);
      // No code can be made of the stored secret without the server's keys.
      later(app);
      const stolen = { ...app, secrets: { ...app.secrets, accountKey: "0".repeat(64) } };
      const given = giveFactor(stolen, await holderOf(app, amina), code(codeAt(app.now())));
      await expect(given).rejects.toThrow();
    });

    it("are limited to ten", async () => {
      const app = await open();
      const holder = await holderOf(app, amina);
      for (let time = 0; time < 10; time += 1) await withPasskey(app, holder, makePasskey(), `key ${time}`);
      const { message } = await refused(withPasskey(app, holder), "role-conflict");
      expect(message).toBe("At most 10 second factors can be set up. Remove one first.");
    });

    it("forget known devices when the first is added; recovery codes stay until the last is removed", async () => {
      const app = await open();
      const holder = await holderOf(app, amina);
      const devices = () => app.store.read((db) => db.q.$count(db.t.device));
      const [remember, id] = [(tx: Tx) => rememberDevice(app, tx, id, "a browser"), holder.account.id];
      await app.store.tx(remember);
      const { recoveryCodes, sessionId } = await withPasskey(app, holder, makePasskey());
      expect([await devices(), recoveryCodes?.length, sessionId]).toEqual([0, 10, null]);
      await app.store.tx(remember);
      const second = await withAuthenticator(app, holder);
      expect([await devices(), second.recoveryCodes, second.sessionId]).toEqual([1, null, null]);
      expect(await readWays(app, holder)).toEqual({
        ...{ passkey: true, authenticator: true, recoveryCode: true, password: false },
      });
      const { factors } = await readFactors(app, holder);
      await removeFactor(app, holder, factors[0]?.id ?? "");
      expect(await readFactors(app, holder)).toMatchObject({ factors: [{}], recoveryCodeCount: 10 });
      await removeFactor(app, holder, factors[1]?.id ?? "");
      expect(await readFactors(app, holder)).toMatchObject({ factors: [], recoveryCodeCount: 0 });
      const kinds = (await securityEventsOf(app, id)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "factor.removed")).toHaveLength(2);
    });

    it("come with recovery codes, and new codes replace the old ones", async () => {
      const { app, recoveryCodes } = await withPhone();
      const holder = await holderOf(app, amina);
      const { codes } = await makeRecoveryCodes(app, holder);
      const give = (text = "") => giveFactor(app, holder, { kind: "recovery-code", code: text });
      await refused(give(recoveryCodes?.[0]), "wrong-credentials");
      await give(codes[0]);
      const bruno = await addPerson(app, "bruno");
      const without = await holderOf(app, "bruno@example.org");
      expect(without.account.id).toBe(bruno);
      await refused(makeRecoveryCodes(app, without), "role-conflict");
    });

    it("are then required of every other session, but not of this one", async () => {
      const app = await open();
      const elsewhere = await signInAs(app, { email: amina });
      const here = await holderOf(app, amina);
      await withAuthenticator(app, here);
      expect(await findSession(app, elsewhere)).toBeUndefined();
      expect((await findSession(app, here.sessionId))?.account.email).toBe(amina);
    });
  });

  describe("that are required", () => {
    const karin = "karin@example.org";

    it("let an administrator without one only set one up, unless the settings say otherwise", async () => {
      vi.stubEnv("EVENHAND_SECOND_FACTOR", undefined);
      const app = await open();
      await addFirstAdministrator(app);
      const holder = await holderOf(app, karin);
      expect((await findSessionStatus(app, holder.sessionId)).waiting).toMatchObject({ owes: "set-up" });
      expect(await findSession(app, await signInAs(app, { email: amina }))).toBeDefined();
      const { sessionId: renewed } = await giveFactor(app, holder, { kind: "password", password });
      expect((await findSessionStatus(app, renewed ?? "")).waiting).toMatchObject({ owes: "set-up" });
      const again = await holderOf(app, karin);
      const { sessionId } = await withPasskey(app, again);
      const session = await findSession(app, sessionId ?? "");
      expect(session?.account.email).toBe(karin);
      expect(await listSessions(app, session as never)).not.toHaveLength(0);
      const [only] = (await readFactors(app, again)).factors;
      await refused(removeFactor(app, { ...again }, only?.id ?? ""), "role-conflict");
      expect((await readFactors(app, again)).factors).toHaveLength(1);
    });

    it("are required of all accounts, or of none, if the settings say so", async () => {
      const app = await open();
      await addFirstAdministrator(app);
      const letsIn = async (email: string) =>
        (await findSession(app, await signInAs(app, { email }))) !== undefined;
      vi.stubEnv("EVENHAND_SECOND_FACTOR", "everyone");
      expect([await letsIn(karin), await letsIn(amina)]).toEqual([false, false]);
      vi.stubEnv("EVENHAND_SECOND_FACTOR", "none");
      expect([await letsIn(karin), await letsIn(amina)]).toEqual([true, true]);
    });
  });

  it("tell the page by which means the account can confirm its identity", async () => {
    const { app } = await withPhone();
    const none = { passkey: false, authenticator: false, recoveryCode: false, password: false };
    expect(await readWays(app, await holderOf(app, amina))).toEqual({
      ...none,
      authenticator: true,
      recoveryCode: true,
    });
    await addPerson(app, "bruno");
    expect(await readWays(app, await holderOf(app, "bruno@example.org"))).toEqual({
      ...none,
      password: true,
    });
  });

  it("leave their events in the security log, and no secrets", async () => {
    const { app, recoveryCodes } = await withPhone();
    const holder = await holderOf(app, amina);
    await refused(giveFactor(app, holder, code("000000")), "wrong-credentials");
    await giveFactor(app, holder, { kind: "recovery-code", code: recoveryCodes?.[0] ?? "" });
    const rows = await app.store.read((db) =>
      db.q.select().from(db.t.securityEvent).orderBy(db.t.securityEvent.seq),
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      "sign-in.succeeded",
      "factor.added",
      "recovery-codes.made",
      "sign-in.succeeded",
      "factor.failed",
      "factor.given",
    ]);
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes?.[0]);
  });
});
