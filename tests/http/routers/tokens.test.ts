import { expect, it } from "vitest";
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

it("an account makes, sees and ends its own tokens; an administrator sees and ends all", async () => {
  const { studyId, operatorId } = await publishedStudy(app(), { name: "of-a-token" });
  const { make, mine, reach, end } = as({ id: operatorId }).tokens;
  const { id, token } = await make({
    ...{ name: " Nightly ", forStudyId: studyId, scopes: ["operate", "features"], days: 7 },
  });
  const [made] = await mine({});
  expect(made).toMatchObject({
    ...{ id, name: "Nightly", studyId, studyName: "of-a-token", hasRunOut: false },
    scopes: ["read", "features", "operate"],
  });
  expect(JSON.stringify(made)).not.toContain(token);
  expect(await reach({})).toEqual([{ id: studyId, name: "of-a-token", role: "operator" }]);
  const owner = await person("owner");
  const other = as(owner).tokens;
  await other.end({ id });
  expect([await mine({}), await other.mine({}), await other.reach({})]).toMatchObject([[{ id }], [], []]);
  await end({ id });
  expect(await mine({})).toEqual([]);

  const night = await other.make(wanted);
  const { list, endAnyones } = as(await person("admin", "administrator")).tokens;
  const listed = (await list({})).tokens.find((one) => one.id === night.id);
  expect(listed).toMatchObject({ ownerName: "owner", ownerEmail: "owner@example.org", name: "Night script" });
  await endAnyones({ id: night.id });
  await refused(findProgram(app(), night.token), "token-unknown");
});

it.each([
  ["no name", { name: "  " }, "Give the token a name, such as the program it is for."],
  ["no end", { days: 0 }, "A token is valid for 1 to 365 whole days."],
  ["too late an end", { days: 366 }, "A token is valid for 1 to 365 whole days."],
  ["half a day", { days: 1.5 }, "A token is valid for 1 to 365 whole days."],
])("creates no token with %s", async (what, rest, message) => {
  const caller = as(await person(`maker-with-${what.replaceAll(" ", "-")}`));
  await expect(cause(caller.tokens.make({ ...wanted, ...rest }))).rejects.toMatchObject({
    issues: [expect.objectContaining({ message })],
  });
});

it("a new password ends an account's tokens, whether changed by its owner or by a reset link", async () => {
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
  // Signing out, here or everywhere else, ends none.
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
