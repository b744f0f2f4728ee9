import { decode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { insertFactor } from "#db/queries/factors.ts";
import { createEmailLink } from "#server/accounts/invitations/invite.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { findSession } from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { usualKeys } from "#server/schemas/key-commands.ts";
import { judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { refused } from "#tests/setup/refusal.ts";
import { roleIn } from "#tests/setup/role.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { cause, makeStage, shown } from "./stage.ts";

const { app, as, anonymous, person } = makeStage();
const password = "correct horse battery";
const next = "an entirely new one";

const signInAs = (email: string, word = password, userAgent = "a browser") =>
  signIn(app(), { email, password: word, network: "198.51.100.1", userAgent });

/** Returns the session id in the cookie that an answer sets. */
async function sessionIdIn(line = ""): Promise<string> {
  const token = line.slice(line.indexOf("=") + 1, line.indexOf(";"));
  return String((await decode({ token, secret: app().secrets.sessionSecret }))?.sessionId);
}

async function sessionOf(email: string, word = password, userAgent?: string) {
  const session = await findSession(app(), (await signInAs(email, word, userAgent)).sessionId);
  if (session === undefined) throw new Error("no session");
  return session;
}

it("an administrator invites; the link is described, listed, accepted for an account, or withdrawn", async () => {
  const admin = as(await person("karin", "administrator"));
  const invite = async (email: string) =>
    shown(await admin.accounts.invite({ email, role: "operator" })).token;
  const [token, gone] = [await invite("new@example.org"), await invite("gone@example.org")];
  expect(await anonymous().accounts.describeInvitation({ token })).toMatchObject({
    ...{ state: "open", purpose: "join", role: "operator", email: "new@example.org" },
    inviter: { name: "karin", email: "karin@example.org" },
  });
  const { links } = await admin.accounts.invitations({});
  expect(links).toMatchObject(
    ["gone@example.org", "new@example.org"].map((email) => ({
      email,
      studyName: null,
      inviterName: "karin",
    })),
  );
  await admin.accounts.withdrawInvitation({ ref: links[0]?.ref ?? "" });
  expect(await anonymous().accounts.describeInvitation({ token: gone })).toMatchObject({
    state: "withdrawn",
  });
  const joined = await anonymous().accounts.acceptInvitation({ token, displayName: "New Person", password });
  expect(joined).toMatchObject({ email: "new@example.org", studyId: null });
  expect((await admin.accounts.list({})).accounts.find(({ id }) => id === joined.accountId)).toMatchObject({
    ...{ email: "new@example.org", displayName: "New Person", platformRole: "operator" },
  });
  expect((await signInAs("new@example.org")).accountId).toBe(joined.accountId);
});

it("a person with an account joins a study, or accepts a server role under a new session", async () => {
  const { studyId, operatorId } = await publishedStudy(app(), { name: "of-joining" });
  const guest = await person("guest", "member", password);
  const study = { studyId, email: guest.email, role: "researcher" as const };
  const { token } = shown(await as({ id: operatorId }).panel.invite(study));
  const someoneElse = as(await person("someone-else"));
  await refused(cause(someoneElse.accounts.joinWithAccount({ token })), "forbidden");
  const cookies: string[] = [];
  expect(await as(guest, { cookies }).accounts.joinWithAccount({ token })).toEqual({ studyId });
  expect(cookies).toEqual([]);
  expect(await roleIn(app(), studyId, guest.id)).toBe("researcher");
  expect((await as(guest).accounts.myStudies({})).studies).toMatchObject([
    { id: studyId, name: "of-joining", state: "ready", role: "researcher", waiting: { isMine: false } },
  ]);
  expect((await someoneElse.accounts.myStudies({})).studies).toEqual([]);
  const admin = as(await person("admin-of-guest", "administrator"));
  const rising = shown(await admin.accounts.invite({ email: guest.email, role: "operator" }));
  const here = await sessionOf(guest.email);
  const { joinWithAccount } = as(here.account, { session: here, cookies }).accounts;
  expect(await joinWithAccount({ token: rising.token })).toEqual({ studyId: null });
  const account = (await findSession(app(), await sessionIdIn(cookies[0])))?.account;
  expect(account).toMatchObject({ email: guest.email, platformRole: "operator" });
});

it("a password is reset by an administrator's link, of which its owner is notified, or changed by its owner", async () => {
  const administrator = await person("admin-3", "administrator");
  const owner = await person("owner", "member", password);
  await person("another", "member", password);
  const { token } = shown(await as(administrator).accounts.createResetLink({ accountId: owner.id }));
  const described = await anonymous().accounts.describeInvitation({ token });
  expect(described).toMatchObject({ purpose: "reset-password", inviter: { name: "admin-3" } });
  const reset = await anonymous().accounts.resetPassword({ token, password: next });
  expect(reset).toEqual({ email: owner.email });
  await refused(signInAs(owner.email), "wrong-credentials");
  await signInAs("another@example.org");
  const notices = await as(owner).accounts.passwordNotices({});
  expect(notices).toMatchObject([{ makerName: "admin-3" }]);
  const ref = notices[0]?.ref ?? "";
  await as(administrator).accounts.dismissPasswordNotice({ ref });
  expect(await as(owner).accounts.passwordNotices({})).toEqual(notices);
  await as(owner).accounts.dismissPasswordNotice({ ref });
  expect(await as(owner).accounts.passwordNotices({})).toEqual([]);

  const [here, elsewhere] = [await sessionOf(owner.email, next), await sessionOf(owner.email, next)];
  const cookies: string[] = [];
  const caller = as(here.account, { session: here, cookies });
  await refused(
    cause(caller.accounts.changePassword({ present: "wrong", next: password })),
    "wrong-credentials",
  );
  await caller.accounts.changePassword({ present: next, next: password });
  const sessionId = await sessionIdIn(cookies[0]);
  await signInAs(owner.email);
  const refs = (await caller.accounts.sessions({})).map((session) => session.ref);
  expect(refs).toHaveLength(2);
  expect(refs).toContain(hashToken(sessionId));
  for (const gone of [here, elsewhere]) expect(refs).not.toContain(gone.ref);
});

it("an account lists only its own sessions, and ends one of them or all others", async () => {
  const { email } = await person("owner-of-sessions", "member", password);
  const [here, there] = [await sessionOf(email, password, "here"), await sessionOf(email, password, "there")];
  await sessionOf(email, password, "far");
  const other = await sessionOf((await person("other", "member", password)).email);
  const { sessions, endSession, endOtherSessions } = as(here.account, { session: here }).accounts;
  const names = async () => (await sessions({})).map(({ userAgent }) => userAgent).sort();
  expect(await names()).toEqual(["far", "here", "there"]);
  expect((await sessions({})).flatMap(({ isThisOne, ref }) => (isThisOne ? [ref] : []))).toEqual([here.ref]);
  for (const { ref } of [other, there]) await endSession({ ref });
  expect(await names()).toEqual(["far", "here"]);
  await endOtherSessions({});
  expect(await names()).toEqual(["here"]);
  const left = await as(other.account, { session: other }).accounts.sessions({});
  expect(left.map(({ ref }) => ref)).toEqual([other.ref]);
});

it("an administrator suspends and unsuspends another account and takes its role, but not the own account", async () => {
  const me = await person("admin-4", "administrator");
  const admin = as(me).accounts;
  const { id: accountId, email } = await person("suspect", "operator", password);
  const row = async () => (await admin.list({})).accounts.find(({ id }) => id === accountId);
  await admin.suspend({ accountId });
  expect((await row())?.suspendedAt).not.toBeNull();
  await refused(signInAs(email), "account-suspended");
  await admin.unsuspend({ accountId });
  await signInAs(email);
  await admin.takeRole({ accountId });
  expect(await row()).toMatchObject({ suspendedAt: null, platformRole: "member" });
  await refused(cause(admin.suspend({ accountId: me.id })), "role-conflict");
});

it("an account's judging keys are changed by its owner only", async () => {
  const [mine, other] = [as(await person("own-keys")).accounts, as(await person("usual-keys")).accounts];
  const own = { ...usualKeys, areOn: false, unfair: "j" };
  await mine.changeJudgingKeys(own);
  expect(await mine.judgingKeys({})).toEqual(own);
  expect(await other.judgingKeys({})).toEqual(usualKeys);
});

it("an account's mail settings are changed by its owner only", async () => {
  const [mine, other] = [as(await person("own-mails")).accounts, as(await person("usual-mails")).accounts];
  await mine.changeNotifications({ off: ["all-sealed"], digestHour: 7 });
  expect(await mine.notifications({})).toEqual({ off: ["all-sealed"], digestHour: 7, mailIsOn: false });
  expect(await other.notifications({})).toEqual({ off: [], digestHour: null, mailIsOn: false });
});

it("an administrator removes a lost second factor, and its owner is notified", async () => {
  const { takeFactors, list } = as(await person("admin-factors", "administrator")).accounts;
  const { id: accountId } = await person("lost", "member", password);
  const row = { id: "a lost factor", accountId, kind: "authenticator", name: "Phone" } as const;
  await app().store.tx((tx) => insertFactor(tx, { ...row, secret: "sealed", counter: 0, createdAt: 1 }));
  const hasFactor = async () => (await list({})).accounts.find(({ id }) => id === accountId)?.hasFactor;
  expect(await hasFactor()).toBe(true);
  await takeFactors({ accountId });
  expect(await hasFactor()).toBe(false);
  const notices = await as({ id: accountId }).accounts.passwordNotices({});
  expect(notices).toMatchObject([{ ref: "second-factor", makerName: "admin-factors" }]);
});

it("a former auditor sees the studies judged before, their rounds and receipts, and no other data", async () => {
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

it("an account's language is read and changed by its owner", async () => {
  const { accounts } = as(await person("ines", "member"));
  expect(await accounts.language({})).toBeNull();
  await accounts.changeLanguage({ language: "de" });
  expect(await accounts.language({})).toBe("de");
  await accounts.changeLanguage({ language: "" });
  expect(await accounts.language({})).toBeNull();
});

it("an account's name and address can be changed; its owner or an administrator deletes it", async () => {
  const admin = as(await person("adele", "administrator"));
  const [ida, tom] = [await person("ida", "member"), await person("tom", "member")];
  const find = async (search: string) => (await admin.accounts.list({ search })).accounts;
  await as(ida).accounts.changeName({ displayName: "Ida Lund" });
  await admin.accounts.changeEmail({ accountId: ida.id, email: "ida.lund@example.org" });
  const named = { displayName: "Ida Lund", email: "ida.lund@example.org" };
  expect(await find("ida.lund")).toMatchObject([{ id: ida.id, ...named }]);
  await refused(cause(as(ida).accounts.requestEmailChange({ email: "ida.new@example.org" })), "mail-off");
  const { token } = await createEmailLink(app(), ida.id, "ida.new@example.org");
  expect(await as(ida).accounts.confirmEmailChange({ token })).toEqual({ email: "ida.new@example.org" });
  expect(await find("ida.new")).toMatchObject([{ id: ida.id }]);
  await as(ida).accounts.deleteOwn({});
  await admin.accounts.delete({ accountId: tom.id });
  expect([await find("ida.new"), await find(tom.email)]).toEqual([[], []]);
});
