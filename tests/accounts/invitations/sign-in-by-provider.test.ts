import { expect, it, onTestFinished, vi } from "vitest";
import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import { makeToken } from "#server/accounts/api-tokens/personal-tokens.ts";
import { findKnownDevice, rememberDevice } from "#server/accounts/devices.ts";
import { readFactors } from "#server/accounts/factors/own-factors.ts";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { invite } from "#server/accounts/invitations/invite.ts";
import { dismissPasswordNotice, listPasswordNotices } from "#server/accounts/invitations/password-notices.ts";
import { signInByProvider } from "#server/accounts/invitations/sign-in-by-provider.ts";
import { findSession, findSessionStatus } from "#server/accounts/sessions.ts";
import type { App } from "#server/platform/app/app.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { holderOf, withAuthenticator } from "#tests/accounts/factors/people.ts";
import { judgingStudy, save, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { keyOfSeat } from "#tests/setup/browser.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { refused } from "#tests/setup/refusal.ts";
import { type AccountsTestApp, password, signInAs } from "./people.ts";

const issuer = "https://login.example.org";
const userAgent = "the victim's browser";

describeEngines("an account whose address no mailed link verified", async (openStore) => {
  const app = testApp(await openStore());

  const claimsOf = (email: string) => ({
    issuer,
    subject: `subject of ${email}`,
    email,
    isEmailVerified: true,
    authenticatedAt: app.now(),
  });

  /** An operator invites a victim and accepts the link in their place. */
  async function preHijacked(name: string, on: App = app) {
    const study = await judgingStudy(app, { auditors: 2 });
    const { key } = await keyOfSeat(study.studyId, "s3");
    const email = `${name}@uni.example`;
    const invitation = { email, role: "auditor", studyId: study.studyId } as const;
    const { token } = await invite(on, study.operatorId, invitation);
    const { accountId } = await acceptInvitation(app, { token, displayName: "Victim", password, key });
    return { ...study, email, accountId };
  }

  const linkedEvents = async (accountId: string) => {
    const events = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    const linked = events.filter(
      (event) => event.kind === "identity.linked" && event.accountId === accountId,
    );
    return linked.map(({ entry }) => JSON.parse(entry).detail);
  };

  it("is closed to its earlier user, once its owner signs in through the provider", async () => {
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "none");
    const { email, accountId, studyId } = await preHijacked("victim");
    const holder = await holderOf(app as unknown as AccountsTestApp, email);
    const wanted = { name: "Script", studyId: null, scopes: [], days: 1 };
    const program = await makeToken(app, accountId, wanted);
    await withAuthenticator(app as unknown as AccountsTestApp, holder);
    await app.store.tx((tx) => rememberDevice(app, tx, accountId, "a known device"));
    const { round } = await openRound(app, { studyId });
    const place = { studyId, round, accountId };
    await sealVerdicts(app, place, [[0, 2, "unfair"]]);
    await save(app, place, [[1, 3, "unsure"]]);

    const answer = await signInByProvider(app, claimsOf(email), userAgent);
    expect(answer).toEqual({ sessionId: expect.any(String) });
    const { sessionId } = answer as { sessionId: string };
    expect((await findSessionStatus(app, holder.sessionId)).current).toBeNull();
    expect((await findSession(app, sessionId))?.account.id).toBe(accountId);
    await refused(signInAs(app as unknown as AccountsTestApp, { email }), "wrong-credentials");
    await refused(findProgram(app, program.token), "token-unknown");
    expect(await findKnownDevice(app, email, "a known device")).toBeNull();
    const { account } = (await findSession(app, sessionId)) ?? {};
    if (account === undefined) throw new Error("the session is not there");
    expect(await readFactors(app, { account })).toMatchObject({ factors: [], recoveryCodeCount: 0 });
    const hidden = { saved: [], sealed: null, hiddenAt: expect.any(Number) };
    expect(await readJudging(app, place)).toMatchObject(hidden);
    expect(await linkedEvents(accountId)).toEqual([{ ended: true }]);

    expect(await listPasswordNotices(app, accountId)).toEqual([
      { ref: "access-ended", makerName: null, madeAt: expect.any(Number), usedAt: null },
    ]);
    await dismissPasswordNotice(app, accountId, "access-ended");
    expect(await listPasswordNotices(app, accountId)).toEqual([]);
    // Later sign-ins end nothing.
    await signInByProvider(app, claimsOf(email), userAgent);
    expect(await findSession(app, sessionId)).toBeDefined();
  });

  it("is reported to its owner and to the maker of its link by mail", async () => {
    const server = await startMailServer();
    onTestFinished(server.close);
    const { email, operatorEmail } = await preHijacked("mailed");
    await signInByProvider({ ...app, mailer: server.mailer() }, claimsOf(email), userAgent);
    const mails = [await server.take(), await server.take()];
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([email, operatorEmail].sort());
    for (const { to, headers, text } of mails) {
      const isMaker = to[0] === operatorEmail;
      expect(text.includes("you made a link that this account used")).toBe(isMaker);
      expect(text.includes("From now on, sign in through the provider.")).toBe(!isMaker);
      expect(headers.get("subject")).toBe("Earlier access to an Evenhand account was ended");
      expect(text.replace(/\s+/g, " ")).toContain(`the owner of ${email} signed in through the provider`);
    }
  });

  it("keeps its password and sessions if a mailed link verified the address", async () => {
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "none");
    const server = await startMailServer();
    onTestFinished(server.close);
    const { email, accountId } = await preHijacked("proven", { ...app, mailer: server.mailer() });
    const sessionId = await signInAs(app as unknown as AccountsTestApp, { email });
    await signInByProvider(app, claimsOf(email), userAgent);
    expect(await findSession(app, sessionId)).toBeDefined();
    expect(await linkedEvents(accountId)).toEqual([{ ended: false }]);
    expect(await listPasswordNotices(app, accountId)).toEqual([]);
  });

  it("is found by address only if the provider gives a valid one", async () => {
    for (const email of [undefined, "no address"]) {
      const claims = { ...claimsOf("unknown@uni.example"), email };
      expect(await signInByProvider(app, claims, userAgent)).toEqual({ refused: "no-account" });
    }
  });

  it("is confirmed from the time at which the provider says that its user signed in", async () => {
    const email = "cyd@example.org";
    await addAccount(app, "cyd");
    const confirmedAt = async (authenticatedAt: number | null) => {
      const answer = await signInByProvider(app, { ...claimsOf(email), authenticatedAt }, userAgent);
      return (await findSession(app, (answer as { sessionId: string }).sessionId))?.confirmedAt;
    };
    const longAgo = app.now() - 5_000;
    expect(await confirmedAt(longAgo)).toBe(longAgo);
    expect(await confirmedAt(app.now() + 5_000)).toBeLessThanOrEqual(app.now());
    expect(await confirmedAt(null)).toBe(0);
  });
});
