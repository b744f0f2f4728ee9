import { decode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { insertFactor } from "#db/queries/factors.ts";
import { findStudyRole } from "#server/accounts/memberships.ts";
import { findSession } from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import { hashToken } from "#server/accounts/tokens.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { usualKeys } from "#server/schemas/key-commands.ts";
import { judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { cause, makeStage, shown } from "./stage.ts";

const { app, as, anonymous, person } = makeStage();
const password = "correct horse battery";
const next = "an entirely new one";

const signInAs = (email: string, word = password, userAgent = "a browser") =>
  signIn(app(), { email, password: word, network: "198.51.100.1", userAgent });

/** The id that an answer gives the browser. */
async function sessionIdIn(line = ""): Promise<string> {
  const token = line.slice(line.indexOf("=") + 1, line.indexOf(";"));
  return String((await decode({ token, secret: app().secrets.sessionSecret }))?.sessionId);
}

async function sessionOf(email: string, userAgent?: string) {
  const session = await findSession(app(), (await signInAs(email, password, userAgent)).sessionId);
  if (session === undefined) throw new Error("no session");
  return session;
}

it("an invitation is made by an administrator, described to its holder, and makes an account", async () => {
  const administrator = await person("karin", "administrator");
  const admin = as(administrator);
  const { token } = shown(await admin.accounts.invite({ email: "new@example.org", role: "operator" }));
  expect(await anonymous().accounts.describeInvitation({ token })).toMatchObject({
    state: "open",
    purpose: "join",
    role: "operator",
    email: "new@example.org",
    inviter: { name: "karin", email: "karin@example.org" },
  });
  expect((await admin.accounts.invitations({})).links).toMatchObject([
    { email: "new@example.org", role: "operator", studyName: null, inviterName: "karin" },
  ]);
  const joined = await anonymous().accounts.acceptInvitation({ token, displayName: "New Person", password });
  expect(joined.email).toBe("new@example.org");
  expect((await admin.accounts.list({})).accounts.find(({ id }) => id === joined.accountId)).toMatchObject({
    email: "new@example.org",
    displayName: "New Person",
    platformRole: "operator",
  });
  expect((await signInAs("new@example.org")).accountId).toBe(joined.accountId);
});

it("an invitation is withdrawn by its ref", async () => {
  const admin = as(await person("admin-2", "administrator"));
  const kept = shown(await admin.accounts.invite({ email: "kept@example.org", role: "administrator" })).token;
  const { token } = shown(await admin.accounts.invite({ email: "gone@example.org", role: "administrator" }));
  const gone = (await admin.accounts.invitations({})).links.find(({ email }) => email === "gone@example.org");
  await admin.accounts.withdrawInvitation({ ref: gone?.ref ?? "" });
  expect(await anonymous().accounts.describeInvitation({ token })).toMatchObject({ state: "withdrawn" });
  expect(await anonymous().accounts.describeInvitation({ token: kept })).toMatchObject({ state: "open" });
});

it("somebody with an account joins a study with it, and sees it among their own", async () => {
  const study = await publishedStudy(app(), { name: "of-joining" });
  const operator = as({ id: study.operatorId });
  const guest = await person("guest");
  const { studyId } = study;
  const { token } = shown(await operator.panel.invite({ studyId, email: guest.email, role: "researcher" }));
  const someoneElse = as(await person("someone-else"));
  await refused(cause(someoneElse.accounts.joinWithAccount({ token })), "forbidden");
  const cookies: string[] = [];
  expect(await as(guest, { cookies }).accounts.joinWithAccount({ token })).toEqual({ studyId });
  expect(cookies).toEqual([]);
  expect(await findStudyRole(app(), studyId, guest.id)).toBe("researcher");
  expect((await as(guest).accounts.myStudies({})).studies).toMatchObject([
    { id: studyId, name: "of-joining", state: "ready", role: "researcher", waiting: { isMine: false } },
  ]);
  expect((await someoneElse.accounts.myStudies({})).studies).toEqual([]);
});

it("whoever gets another role on the server goes on under a new session", async () => {
  const { email } = await person("rising", "member", password);
  const administrator = await person("admin-of-rising", "administrator");
  const { token } = shown(await as(administrator).accounts.invite({ email, role: "operator" }));
  const here = await sessionOf(email);
  const cookies: string[] = [];
  const caller = as(here.account, { session: here, cookies });
  expect(await caller.accounts.joinWithAccount({ token })).toEqual({ studyId: null });
  const sessionId = await sessionIdIn(cookies[0]);
  expect((await findSession(app(), sessionId))?.account).toMatchObject({ email, platformRole: "operator" });
});

it("a password is set anew with an administrator's link for that account", async () => {
  const administrator = await person("admin-3", "administrator");
  const forgetful = await person("forgetful", "member", password);
  await person("beside", "member", password);
  const { token } = shown(await as(administrator).accounts.createResetLink({ accountId: forgetful.id }));
  expect(await anonymous().accounts.describeInvitation({ token })).toMatchObject({
    purpose: "reset-password",
    inviter: { name: "admin-3" },
  });
  const reset = await anonymous().accounts.resetPassword({ token, password: next });
  expect(reset).toEqual({ email: forgetful.email });
  await refused(signInAs(forgetful.email), "wrong-credentials");
  expect((await signInAs(forgetful.email, next)).accountId).toBe(forgetful.id);
  await signInAs("beside@example.org");
});

it("a password is changed by whoever knows it, from this network and session", async () => {
  const { email } = await person("changing", "member", password);
  const [here, elsewhere] = [await sessionOf(email), await sessionOf(email)];
  const cookies: string[] = [];
  const caller = as(here.account, { session: here, cookies });
  await refused(cause(caller.accounts.changePassword({ present: "wrong", next })), "wrong-credentials");
  await caller.accounts.changePassword({ present: password, next });
  const sessionId = await sessionIdIn(cookies[0]);
  expect((await findSession(app(), sessionId))?.account.email).toBe(email);
  await signInAs(email, next);
  const listed = await caller.accounts.sessions({});
  expect(listed).toHaveLength(2);
  expect(listed.map(({ ref }) => ref)).toContain(hashToken(sessionId));
  expect(listed.map(({ ref }) => ref)).not.toContain(here.ref);
  expect(listed.map(({ ref }) => ref)).not.toContain(elsewhere.ref);
});

it("sessions are one's own: listed, ended one by one or all but this", async () => {
  const { email } = await person("somebody", "member", password);
  const here = await sessionOf(email, "here");
  const there = await sessionOf(email, "there");
  const far = await sessionOf(email, "far");
  const other = await sessionOf((await person("other", "member", password)).email);
  const caller = as(here.account, { session: here });
  const names = async () => (await caller.accounts.sessions({})).map(({ userAgent }) => userAgent).sort();
  expect(await names()).toEqual(["far", "here", "there"]);
  const marked = (await caller.accounts.sessions({})).filter(({ isThisOne }) => isThisOne);
  expect(marked.map(({ ref }) => ref)).toEqual([here.ref]);
  await caller.accounts.endSession({ ref: other.ref });
  await caller.accounts.endSession({ ref: there.ref });
  expect(await names()).toEqual(["far", "here"]);
  await caller.accounts.endOtherSessions({});
  expect(await names()).toEqual(["here"]);
  const othersCaller = as(other.account, { session: other });
  expect((await othersCaller.accounts.sessions({})).map(({ ref }) => ref)).toEqual([other.ref]);
  expect(far.ref).not.toBe(here.ref);
});

it("an account is suspended by an administrator, and let in again", async () => {
  const admin = as(await person("admin-4", "administrator"));
  const suspect = await person("suspect", "member", password);
  const state = async () =>
    (await admin.accounts.list({})).accounts
      .filter(({ suspendedAt }) => suspendedAt !== null)
      .map(({ id }) => id);
  await admin.accounts.suspend({ accountId: suspect.id });
  expect(await state()).toEqual([suspect.id]);
  await refused(signInAs(suspect.email), "account-suspended");
  await admin.accounts.unsuspend({ accountId: suspect.id });
  expect(await state()).toEqual([]);
  await signInAs(suspect.email);
});

it("nobody suspends themselves, however they ask", async () => {
  const me = await person("admin-5", "administrator");
  await refused(cause(as(me).accounts.suspend({ accountId: me.id })), "role-conflict");
});

it("a password set by somebody's link is told to its owner until they have read it", async () => {
  const administrator = await person("admin-notices", "administrator");
  const owner = await person("owner", "member", password);
  const { token } = shown(await as(administrator).accounts.createResetLink({ accountId: owner.id }));
  await anonymous().accounts.resetPassword({ token, password: next });
  const notices = await as(owner).accounts.passwordNotices({});
  expect(notices).toMatchObject([{ makerName: "admin-notices" }]);
  const ref = notices[0]?.ref ?? "";
  await as(administrator).accounts.dismissPasswordNotice({ ref });
  expect(await as(owner).accounts.passwordNotices({})).toEqual(notices);
  await as(owner).accounts.dismissPasswordNotice({ ref });
  expect(await as(owner).accounts.passwordNotices({})).toEqual([]);
});

it("somebody changes their own keys of the judging page, and nobody else's", async () => {
  const [mine, other] = [as(await person("own-keys")).accounts, as(await person("usual-keys")).accounts];
  const own = { ...usualKeys, areOn: false, unfair: "j" };
  await mine.changeJudgingKeys(own);
  expect(await mine.judgingKeys({})).toEqual(own);
  expect(await other.judgingKeys({})).toEqual(usualKeys);
});

it("a role is taken by an administrator", async () => {
  const admin = as(await person("admin-roles", "administrator"));
  const operator = await person("an-operator", "operator");
  await admin.accounts.takeRole({ accountId: operator.id });
  const row = (await admin.accounts.list({})).accounts.find(({ id }) => id === operator.id);
  expect(row?.platformRole).toBe("member");
});

it("a lost second factor is taken by an administrator, and its owner told until they have read it", async () => {
  const administrator = await person("admin-factors", "administrator");
  const owner = await person("lost", "member", password);
  const row = { id: "a lost factor", accountId: owner.id, kind: "authenticator", name: "Phone" } as const;
  const factor = { ...row, secret: "sealed", counter: 0, createdAt: 1 };
  await app().store.tx((tx) => insertFactor(tx, factor));
  const hasFactor = async () =>
    (await as(administrator).accounts.list({})).accounts.find(({ id }) => id === owner.id)?.hasFactor;
  expect(await hasFactor()).toBe(true);
  await as(administrator).accounts.takeFactors({ accountId: owner.id });
  expect(await hasFactor()).toBe(false);
  const [notice] = await as(owner).accounts.passwordNotices({});
  expect(notice).toMatchObject({ ref: "second-factor", makerName: "admin-factors" });
  await as(owner).accounts.dismissPasswordNotice({ ref: "second-factor" });
  expect(await as(owner).accounts.passwordNotices({})).toEqual([]);
});

it("a former auditor sees the studies judged before, their rounds and receipts, and no other page's data", async () => {
  const study = await judgingStudy(app(), { name: "of-leaving" });
  const { studyId } = study;
  const operator = as({ id: study.operatorId });
  const accountId = study.auditorIds[0] ?? "";
  const { round } = await openRound(app(), { studyId });
  await sealVerdicts(app(), { studyId, round, accountId }, [[0, 2, "unfair"]]);
  await operator.rounds.close({ studyId, round });
  await operator.panel.endMembership({ studyId, accountId });
  const former = as({ id: accountId });
  expect((await former.accounts.judgedBefore({})).studies).toEqual([{ id: studyId, name: "of-leaving" }]);
  expect((await former.accounts.myStudies({})).studies).toEqual([]);
  expect((await former.rounds.mine({ studyId })).past).toMatchObject([{ number: 1 }]);
  expect((await former.rounds.receipts({ studyId, round })).receipts).toHaveLength(1);
  expect((await former.rounds.result({ studyId, round })).result).not.toBeNull();
  for (const call of [
    former.rounds.judging({ studyId, round }),
    former.rounds.changed({ studyId, round }),
    former.guidelines.read({ studyId }),
    former.studies.read({ studyId }),
    former.ballots.save({ studyId, round, verdicts: [] }),
  ])
    await refused(cause(call), "forbidden");
});
