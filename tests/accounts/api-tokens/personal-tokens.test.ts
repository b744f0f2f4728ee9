import { createHash } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { insertFactor } from "#db/queries/factors.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import {
  endToken,
  listEverybodysTokens,
  listPersonalTokens,
  listReach,
  makeToken,
} from "#server/accounts/api-tokens/personal-tokens.ts";
import { suspendAccount, takeRole, unsuspendAccount } from "#server/accounts/invitations/administration.ts";
import { endAccess } from "#server/operations/restore/end-access.ts";
import { addReader } from "#server/studies/seats.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";
import { refused } from "#tests/setup/refusal.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";

/** The network of the owner. */
const home = "192.0.2.7";

const day = 24 * 60 * 60_000;

describeEngines("personal tokens", (openStore) => {
  async function stage() {
    const app = testApp(await openStore());
    const administrator = await addAccount(app, "karin", "administrator");
    const owner = await addAccount(app, "ada", "operator");
    const wanted = { name: "Night script", studyId: null, scopes: ["outcomes"], days: 30 } as const;
    const make = (rest: Partial<Parameters<typeof makeToken>[2]> = {}) =>
      fromNetwork(home, () => makeToken(app, owner, { ...wanted, ...rest }));
    return { app, administrator, owner, make };
  }

  it("let a program act for their owner, and are stored as a hash only", async () => {
    const { app, owner, make } = await stage();
    const { id, token, expiresAt } = await make();
    expect(token).toMatch(/^evenhand_[\w-]{43}$/);
    expect(expiresAt - app.now()).toBeLessThan(30 * day);
    expect(await findProgram(app, token)).toMatchObject({
      ...{ ref: `token ${id}`, issuer: null },
      account: { id: owner, email: "ada@example.org", platformRole: "operator" },
      confirmedAt: 0,
      token: { id, studyId: null, scopes: ["read", "outcomes"] },
    });
    const rows = await app.store.read((db) => db.q.select().from(db.t.accessToken));
    expect(JSON.stringify(rows)).not.toContain(token.slice("evenhand_".length));
    expect(rows[0]?.tokenHash).toBe(createHash("sha256").update(token).digest("hex"));
  });

  it("are unknown in any other spelling", async () => {
    const { app, make } = await stage();
    const { token } = await make();
    for (const other of [token.slice(0, -1), `${token}A`, token.replace("evenhand_", ""), "evenhand_", ""]) {
      await refused(findProgram(app, other), "token-unknown");
    }
  });

  it("expire on time, say so, are listed for a while, and then make room", async () => {
    const { app, owner, make } = await stage();
    const { token } = await make({ days: 1 });
    app.clock.advance(day - 1_000);
    await findProgram(app, token);
    app.clock.advance(1_000);
    const { message } = await refused(findProgram(app, token), "token-expired");
    expect(message).toMatch(/^This token ran out on 2026-01-06\./);
    expect(await listPersonalTokens(app, owner)).toMatchObject([{ hasRunOut: true, name: "Night script" }]);
    const { expiresAt } = (await listPersonalTokens(app, owner))[0] ?? { expiresAt: 0 };
    const at = (now: number) => ({ ...app, now: () => now });
    for (const [now, hasRunOut] of [
      [expiresAt - 1, false],
      [expiresAt, true],
    ] as const) {
      expect(await listPersonalTokens(at(now), owner)).toMatchObject([{ hasRunOut }]);
      if (hasRunOut) await refused(findProgram(at(now), token), "token-expired");
      else await findProgram(at(now), token);
    }
    app.clock.advance(limits.tokenListed);
    await make();
    expect(await listPersonalTokens(app, owner)).toMatchObject([{ hasRunOut: false }]);
    await refused(findProgram(app, token), "token-unknown");
  });

  it("record their last use, to the minute", async () => {
    const { app, owner, make } = await stage();
    const { token } = await make();
    const lastUse = async () => (await listPersonalTokens(app, owner))[0]?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await findProgram(app, token);
    const first = await lastUse();
    await findProgram(app, token);
    expect(await lastUse()).toBe(first);
    app.clock.advance(2 * limits.sessionTouch);
    await findProgram(app, token);
    const second = Number(await lastUse());
    expect(second - Number(first)).toBeGreaterThan(limits.sessionTouch);
    for (const later of [60_000, 60_001]) {
      await findProgram({ ...app, now: () => second + later }, token);
      expect(Number(await lastUse()) - second).toBe(later === 60_000 ? 0 : later);
    }
  });

  it("can be ended at once by their owner or an administrator only", async () => {
    const { app, administrator, owner, make } = await stage();
    const [first, second] = [await make(), await make()];
    const other = await addAccount(app, "ben");
    await endToken(app, other, { id: first.id, of: other });
    await findProgram(app, first.token);
    const endFirst = () => fromNetwork(home, () => endToken(app, owner, { id: first.id, of: owner }));
    await endFirst();
    await refused(findProgram(app, first.token), "token-unknown");
    await findProgram(app, second.token);
    await fromNetwork("192.0.2.9", () => endToken(app, administrator, { id: second.id }));
    await refused(findProgram(app, second.token), "token-unknown");
    // Ending twice changes nothing and leaves one event.
    await endFirst();
    const events = (await securityEventsOf(app, owner)).filter(({ kind }) => kind.startsWith("token."));
    expect(events.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ["token.made", owner],
      ["token.made", owner],
      ["token.ended", owner],
      ["token.ended", administrator],
    ]);
    const rows = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    const details = rows
      .filter(({ kind }) => kind.startsWith("token."))
      .map(({ entry }) => JSON.parse(entry));
    const allowed = { days: 30, scope: "read outcomes" };
    expect(details.map(({ detail, network }) => [detail, network])).toEqual([
      [{ token: first.id, ...allowed }, home],
      [{ token: second.id, ...allowed }, home],
      [{ token: first.id }, home],
      [{ token: second.id }, "192.0.2.9"],
    ]);
  });

  it("can be limited to a study that their owner operates or researches, and to no other", async () => {
    const { app, make } = await stage();
    const study = await publishedStudy(app, { name: "of tokens" });
    await refused(make({ studyId: study.studyId }), "forbidden");
    await refused(make({ studyId: app.newId() }), "forbidden");
    const wanted = { name: "x", studyId: study.studyId, scopes: [], days: 1 } as const;
    const auditor = study.auditorIds[0] ?? "";
    await refused(makeToken(app, auditor, wanted), "forbidden");
    const { token } = await makeToken(app, study.operatorId, wanted);
    expect((await findProgram(app, token)).token).toMatchObject({
      studyId: study.studyId,
      scopes: ["read"],
    });
    const researcher = await addAccount(app, "rana");
    await addReader(app, { studyId: study.studyId, accountId: researcher, role: "researcher" });
    await makeToken(app, researcher, wanted);
    const draft = await startDraft(app);
    const reach = async (accountId: string) => (await listReach(app, accountId)).map(({ role }) => role);
    expect(await reach(study.operatorId)).toEqual(["operator"]);
    expect(await reach(researcher)).toEqual(["researcher"]);
    expect(await reach(auditor)).toEqual([]);
    expect(await reach(draft.operatorId), "a draft offers nothing to the API").toEqual([]);
  });

  it("are listed to an administrator fifty to a page, newest first", async () => {
    const { app } = await stage();
    const wanted = { name: "x", studyId: null, scopes: ["operate"], days: 1 } as const;
    const made: string[] = [];
    const makeFor = async (accountId: string) => made.unshift((await makeToken(app, accountId, wanted)).id);
    for (let person = 0; person < 5; person += 1) {
      const accountId = await addAccount(app, `owner ${person}`);
      for (let count = 0; count < 10; count += 1) await makeFor(accountId);
    }
    const idsOf = async (after?: string) => {
      const { tokens, next } = await listEverybodysTokens(app, { after });
      for (const { scopes, hasRunOut } of tokens)
        expect([scopes, hasRunOut]).toEqual([["read", "operate"], false]);
      return [tokens.map(({ id }) => id), next];
    };
    expect(await idsOf(), "a page that is full and the last one").toEqual([made, null]);
    await makeFor(await addAccount(app, "one more"));
    expect(await idsOf()).toEqual([made.slice(0, 50), made[49]]);
    expect(await idsOf(made[49])).toEqual([made.slice(50), null]);
  });

  it("are limited to twenty an account", async () => {
    const { make } = await stage();
    for (let count = 0; count < limits.tokensKept; count += 1) await make();
    expect((await refused(make(), "too-many-tokens")).message).toContain("20 tokens");
  });

  it("end for good with a suspension, with a role that is taken, and with a restore", async () => {
    const { app, administrator, owner, make } = await stage();
    const ends: [string, () => Promise<unknown>][] = [
      ["suspension", () => suspendAccount(app, administrator, owner)],
      ["role", () => takeRole(app, administrator, owner)],
      ["restore", () => endAccess(app, { studies: 0, entries: 0 })],
    ];
    for (const [what, end] of ends) {
      const { token } = await make();
      await findProgram(app, token);
      await end();
      expect((await refused(findProgram(app, token), "token-unknown")).message, what).toContain("was ended");
      await unsuspendAccount(app, administrator, owner);
      await refused(findProgram(app, token), "token-unknown");
    }
  });

  it("are refused while their owner needs a second factor and has none", async () => {
    const { app, administrator } = await stage();
    const wanted = { name: "x", studyId: null, scopes: [], days: 1 } as const;
    const { token } = await makeToken(app, administrator, wanted);
    await findProgram(app, token);
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "administrators");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    await refused(findProgram(app, token), "token-unknown");
    const row = { id: "a phone", accountId: administrator, kind: "authenticator", name: "Phone" } as const;
    await app.store.tx((tx) => insertFactor(tx, { ...row, secret: "sealed", counter: 0, createdAt: 1 }));
    expect((await findProgram(app, token)).account.id).toBe(administrator);
  });
});
