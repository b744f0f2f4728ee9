import { expect, it } from "vitest";
import { insertFactor } from "#db/queries/factors.ts";
import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import { findSession, signOut } from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { cause, makeStage, shown } from "./stage.ts";

const { app, as, anonymous, person } = makeStage();
const wanted = { name: "Night script", forStudyId: null, scopes: [], days: 30 };
const password = "correct horse battery";
const next = "an entirely new one";

it("somebody makes tokens, sees them among their own and ends them", async () => {
  const study = await publishedStudy(app(), { name: "of-a-token" });
  const operator = as({ id: study.operatorId });
  const { id, token } = await operator.tokens.make({
    ...{ name: " Nightly ", forStudyId: study.studyId, scopes: ["operate", "features"], days: 7 },
  });
  const [mine] = await operator.tokens.mine({});
  expect(mine).toMatchObject({
    ...{ id, name: "Nightly", studyId: study.studyId, studyName: "of-a-token", hasRunOut: false },
    scopes: ["read", "features", "operate"],
  });
  expect(JSON.stringify(mine)).not.toContain(token);
  const other = as(await person("someone-else"));
  expect(await other.tokens.mine({})).toEqual([]);
  await other.tokens.end({ id });
  expect(await operator.tokens.mine({})).toHaveLength(1);
  expect(await operator.tokens.reach({})).toEqual([
    { id: study.studyId, name: "of-a-token", role: "operator" },
  ]);
  expect(await other.tokens.reach({})).toEqual([]);
  await operator.tokens.end({ id });
  expect(await operator.tokens.mine({})).toEqual([]);
});

it("an administrator sees everybody's and ends any, but makes none for others", async () => {
  const owner = await person("owner");
  const { id, token } = await as(owner).tokens.make(wanted);
  const admin = as(await person("admin", "administrator"));
  const listed = (await admin.tokens.list({})).tokens.find((one) => one.id === id);
  expect(listed).toMatchObject({ ownerName: "owner", ownerEmail: "owner@example.org", name: "Night script" });
  await admin.tokens.endAnyones({ id });
  await refused(findProgram(app(), token), "token-unknown");
});

it.each([
  ["no name", { name: "  " }, "Give the token a name, such as the program it is for."],
  ["no end", { days: 0 }, "A token holds for at least a day."],
  ["too late an end", { days: 366 }, "A token holds for at most 365 days."],
  ["half a day", { days: 1.5 }, "Say for how many whole days."],
])("with %s none is made", async (what, rest, message) => {
  const caller = as(await person(`maker-with-${what.replaceAll(" ", "-")}`));
  await expect(cause(caller.tokens.make({ ...wanted, ...rest }))).rejects.toMatchObject({
    issues: [expect.objectContaining({ message })],
  });
});

it("a new password ends them, be it the owner's own or one by a link", async () => {
  const owner = await person("owner-of-two", "member", password);
  const signedIn = await signIn(app(), {
    email: owner.email,
    password,
    network: "198.51.100.1",
    userAgent: "",
  });
  const session = await findSession(app(), signedIn.sessionId);
  if (session === undefined) throw new Error("no session");
  const first = await as(owner).tokens.make(wanted);
  // Signing out, here and everywhere else, ends none.
  await as(owner, { session }).accounts.endOtherSessions({});
  await signOut(app(), signedIn.sessionId);
  await findProgram(app(), first.token);
  await as(owner, { session }).accounts.changePassword({ present: password, next });
  await refused(findProgram(app(), first.token), "token-unknown");

  const second = await as(owner).tokens.make(wanted);
  const admin = as(await person("admin-2", "administrator"));
  const { token } = shown(await admin.accounts.createResetLink({ accountId: owner.id }));
  await findProgram(app(), second.token);
  await anonymous().accounts.resetPassword({ token, password });
  await refused(findProgram(app(), second.token), "token-unknown");
});

it("a second factor that an administrator takes away ends them too", async () => {
  const owner = await person("owner-of-a-phone");
  const row = { id: "a phone", accountId: owner.id, kind: "authenticator", name: "Phone" } as const;
  await app().store.tx((tx) => insertFactor(tx, { ...row, secret: "sealed", counter: 0, createdAt: 1 }));
  const { token } = await as(owner).tokens.make(wanted);
  await as(await person("admin-3", "administrator")).accounts.takeFactors({ accountId: owner.id });
  await refused(findProgram(app(), token), "token-unknown");
});
