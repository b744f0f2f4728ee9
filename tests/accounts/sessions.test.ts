import { expect, it, vi } from "vitest";
import { updateAccount } from "#db/queries/accounts.ts";
import type { Tx } from "#db/store/store.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { suspendAccount, unsuspendAccount } from "#server/accounts/invitations/administration.ts";
import {
  endOtherSessions,
  endSession,
  findSession,
  listHolders,
  listSessions,
  prepareSession,
  signOut,
} from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import {
  accountsApp,
  addFirstAdministrator,
  addPerson,
  password,
  sessionOf,
  signInAs,
} from "#tests/accounts/invitations/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";
import { refused } from "#tests/setup/refusal.ts";

describeEngines("sessions", (openStore) => {
  async function open() {
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    return { app, administrator };
  }
  const email = "karin@example.org";

  it("start with the correct password, and show the account's present data", async () => {
    const { app, administrator } = await open();
    const session = await findSession(app, await signInAs(app, { email }));
    expect(session?.account).toEqual({
      id: administrator,
      email,
      displayName: "Karin Holm",
      platformRole: "administrator",
    });
  });

  it("give the same answer to a wrong password and to an unknown address", async () => {
    const { app } = await open();
    let writes = 0;
    const tx: typeof app.store.tx = (body) => {
      writes += 1;
      return app.store.tx(body);
    };
    const counting = { ...app, store: { ...app.store, tx } } as typeof app;
    const answerTo = async (attempt: Parameters<typeof signInAs>[1]) => {
      writes = 0;
      const answer = await signInAs(counting, attempt).catch((error) => error);
      return { answer, writes };
    };
    // the first of an hour is recorded separately
    await answerTo({ email: "noone@example.org" });
    const { answer: wrong, ...asWrong } = await answerTo({ email, password: "not this one" });
    const { answer: unknown, ...asUnknown } = await answerTo({ email: "unknown@example.org" });
    expect(asUnknown, "a faster answer would reveal which it was").toEqual(asWrong);
    expect(wrong).toMatchObject({ code: "wrong-credentials" });
    expect(unknown).toMatchObject({ code: "wrong-credentials", message: wrong.message });
  });

  it("record a failed sign-in in the security log only if the account exists", async () => {
    const { app, administrator } = await open();
    const attempt = () => signInAs(app, { email, password: "not this one" });
    await refused(fromNetwork("203.0.113.9", attempt), "wrong-credentials");
    await refused(signInAs(app, { email: "unknown@example.org" }), "wrong-credentials");
    const events = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    const named = events.filter(({ kind }) => kind !== "sign-in.unknown");
    expect(named).toMatchObject([{ kind: "sign-in.failed", actorId: null, accountId: administrator }]);
    expect(named[0]?.entry).toContain("203.0.113.9");
  });

  it("are stored as a hash of their id only", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    const rows = await app.store.read((reader) => reader.q.select().from(reader.t.session));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(sessionId);
  });

  it("are recorded as seen to the minute, with the first 300 characters of the user agent", async () => {
    const { app } = await open();
    const userAgent = "x".repeat(300);
    const { sessionId } = await signIn(app, {
      email,
      password,
      network: "192.0.2.1",
      userAgent: `${userAgent}yz`,
    });
    const row = async () => (await app.store.read((db) => db.q.select().from(db.t.session)))[0];
    const made = await row();
    const lastSeenAt = made?.lastSeenAt ?? 0;
    expect(made).toMatchObject({
      ...{ userAgent, createdAt: lastSeenAt, confirmedAt: lastSeenAt, factorAt: null, issuer: null },
      expiresAt: lastSeenAt + 12 * 3_600_000,
    });
    for (const [later, seen] of [
      [60_000, lastSeenAt],
      [60_001, lastSeenAt + 60_001],
      [90_000, lastSeenAt + 60_001],
    ] as const) {
      await findSession({ ...app, now: () => lastSeenAt + later }, sessionId);
      expect((await row())?.lastSeenAt, `${later} ms later`).toBe(seen);
    }
  });

  it("are deleted at a sign-in once they have been expired for as long as they lasted", async () => {
    const { app } = await open();
    const count = () => app.store.read((db) => db.q.$count(db.t.session));
    await signInAs(app, { email });
    app.clock.advance(2 * limits.sessionLife - 60_000);
    await signInAs(app, { email });
    expect(await count()).toBe(2);
    app.clock.advance(120_000);
    await signInAs(app, { email });
    expect(await count()).toBe(2);
  });

  it.each([
    [
      "a password that is changed",
      "wrong-credentials",
      (tx: Tx, id: string) => updateAccount(tx, id, { passwordHash: "another" }),
    ],
    [
      "an account that is suspended",
      "account-suspended",
      (tx: Tx, id: string) => updateAccount(tx, id, { suspendedAt: 1 }),
    ],
  ] as const)("do not start with %s during the check", async (_, code, change) => {
    const { app, administrator } = await open();
    const read: typeof app.store.read = async (body) => {
      const found = await app.store.read(body);
      await app.store.tx((tx) => change(tx, administrator));
      return found;
    };
    const meanwhile = { ...app, store: { ...app.store, read } };
    await refused(signInAs(meanwhile as typeof app, { email }), code);
    expect(await app.store.read((db) => db.q.$count(db.t.session))).toBe(0);
  });

  it("end at once by signing out", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    await signOut(app, sessionId);
    await signOut(app, sessionId);
    expect(await findSession(app, sessionId)).toBeUndefined();
  });

  it("of administrators end after half an hour without a request", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    for (let visit = 0; visit < 3; visit += 1) {
      app.clock.advance(limits.administratorIdle - 2 * limits.sessionTouch);
      expect(await findSession(app, sessionId)).toBeDefined();
    }
    app.clock.advance(limits.administratorIdle);
    expect(await findSession(app, sessionId)).toBeUndefined();
    await addPerson(app, "amina", "operator");
    const ofOperator = await signInAs(app, { email: "amina@example.org" });
    app.clock.advance(2 * limits.administratorIdle);
    expect(await findSession(app, ofOperator)).toBeDefined();
  });

  it("end after twelve hours however often they were used", async () => {
    const { app } = await open();
    const sessionId = await signInAs(app, { email });
    for (let quarter = 1; quarter < 48; quarter += 1) {
      app.clock.advance(15 * 60_000);
      expect(await findSession(app, sessionId)).toBeDefined();
    }
    app.clock.advance(15 * 60_000);
    expect(await findSession(app, sessionId)).toBeUndefined();
  });

  it("start from a known device or another network whatever others try", async () => {
    const { app } = await open();
    const signedIn = { email, password, userAgent: "a test" };
    const { device } = await signIn(app, { ...signedIn, network: "203.0.113.1" });
    let refusals = 0;
    // Five networks, each with an attempt a second, for five minutes.
    for (let second = 0; second < 300; second += 1) {
      app.clock.advance(1_000);
      for (let network = 0; network < 5; network += 1) {
        const attack = { ...signedIn, password: "a guess", network: `198.51.100.${network}` };
        const refusal = await signIn(app, attack).catch((error) => error.code);
        if (refusal === "too-many-attempts") refusals += 1;
      }
      if (second % 60 !== 59) continue;
      expect((await signIn(app, { ...signedIn, network: "198.51.100.1", device })).device).toBe(device);
      await signIn(app, { ...signedIn, network: "203.0.113.2" });
    }
    expect(refusals).toBeGreaterThan(1_400);
  });

  it("make their device known to their account, at most ten an account", async () => {
    const { app } = await open();
    await addPerson(app, "amina");
    const from = (name: string, device?: string) =>
      signIn(app, { email: name, password, userAgent: "a test", network: "192.0.2.1", device });
    const { device } = await from(email);
    expect((await from("amina@example.org", device)).device).toBe(device);
    const invented = "x".repeat(43);
    expect((await from(email, invented)).device).not.toBe(invented);
    for (let time = 0; time < 12; time += 1) await from(email);
    const rows = await app.store.read((db) => db.q.select().from(db.t.device));
    expect(rows).toHaveLength(11);
    expect(JSON.stringify(rows)).not.toContain(device);
  });

  it("are valid for an open stream while they give access, without being extended", async () => {
    const { app, administrator } = await open();
    const [mine, ended] = [await sessionOf(app, email), await sessionOf(app, email)];
    const amina = await addPerson(app, "amina");
    const byProvider = prepareSession(app, amina, "a test", { issuer: "https://id.example" });
    await app.store.tx(byProvider.insert);
    const { ref = "" } = (await findSession(app, byProvider.sessionId)) ?? {};
    await endSession(app, administrator, ended.ref);
    const holders = () =>
      app.store.read(async (db) => {
        const found = await listHolders(app, db, [mine.ref, ended.ref, ref, "unknown"]);
        return [...found].map(([key, { accountId, issuer }]) => [key, accountId, issuer]).toSorted();
      });
    const ofAmina = [ref, amina, "https://id.example"];
    expect(await holders()).toEqual([[mine.ref, administrator, null], ofAmina].toSorted());
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "administrators");
    expect(await holders(), "an administrator without a second factor").toEqual([ofAmina]);
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "none");
    for (let time = 0; time < 3; time += 1) {
      await holders();
      app.clock.advance(limits.administratorIdle / 2);
    }
    expect(await holders(), "idle for too long").toEqual([ofAmina]);
    app.clock.advance(limits.sessionLife);
    expect(await holders()).toEqual([]);
  });

  it("are listed to their owner, who can end each of the others", async () => {
    const { app } = await open();
    const mine = await sessionOf(app, email);
    await signInAs(app, { email });
    await signInAs(app, { email });
    const other = (await listSessions(app, mine)).find(({ isThisOne }) => !isThisOne);
    await endSession(app, mine.account.id, other?.ref ?? "");
    expect(await listSessions(app, mine)).toHaveLength(2);
    await endOtherSessions(app, mine);
    expect(await listSessions(app, mine)).toMatchObject([{ isThisOne: true }]);
  });

  it("cannot be ended by another account", async () => {
    const { app } = await open();
    const other = await addPerson(app, "amina");
    const mine = await sessionOf(app, email);
    await endSession(app, other, mine.ref);
    expect(await listSessions(app, mine)).toHaveLength(1);
  });

  it("end at once when the account is suspended, and stay ended when it is unsuspended", async () => {
    const { app, administrator } = await open();
    const amina = await addPerson(app, "amina");
    const sessionId = await signInAs(app, { email: "amina@example.org" });
    await suspendAccount(app, administrator, amina);
    expect(await findSession(app, sessionId)).toBeUndefined();
    await expect(signInAs(app, { email: "amina@example.org" })).rejects.toMatchObject({
      code: "account-suspended",
    });
    await unsuspendAccount(app, administrator, amina);
    expect(await findSession(app, sessionId)).toBeUndefined();
    expect(await signInAs(app, { email: "amina@example.org" })).toBeDefined();
  });

  it("are refused while the account is suspended, even if they were not ended", async () => {
    const { app, administrator } = await open();
    const sessionId = await signInAs(app, { email });
    await app.store.tx((tx) => updateAccount(tx, administrator, { suspendedAt: app.now() }));
    expect(await findSession(app, sessionId)).toBeUndefined();
  });

  it("do not reveal a suspension to a person without the account's password", async () => {
    const { app, administrator } = await open();
    const amina = await addPerson(app, "amina");
    await suspendAccount(app, administrator, amina);
    const attempt = signInAs(app, { email: "amina@example.org", password: "not this one" });
    await expect(attempt).rejects.toMatchObject({ code: "wrong-credentials" });
  });
});
