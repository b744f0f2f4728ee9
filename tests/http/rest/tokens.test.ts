import { describe, expect, it } from "vitest";
import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import { endToken, listPersonalTokens } from "#server/accounts/api-tokens/personal-tokens.ts";
import { budgets } from "#server/platform/limits/budgets.ts";
import { enterRequest } from "#server/platform/process/request.ts";
import { recordRefusals } from "#server/platform/security-log/note-refusal.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { addResearcher } from "#server/studies/seats.ts";
import { makeCast } from "#tests/http/cast.ts";
import { allProcedures, ask } from "#tests/http/roles.ts";
import { fetchAs } from "#tests/http/routes.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { testContext } from "#tests/setup/context.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { tell, tokenOf } from "./stage.ts";

const app = await sqliteApp();

const logLines = captureLog();
const cast = await makeCast(app);
await playRound(app, cast.study, []);

/** Written by hand: all that a program can ever call, and what its token has to allow. */
const forPrograms: Readonly<Record<string, string>> = {
  "accounts.myStudies": "read",
  "studies.read": "read",
  "guidelines.read": "read",
  "checkpoints.status": "read",
  "results.data": "read",
  "results.rounds": "read",
  "results.groups": "features",
  "results.policyFile": "features",
  "results.policyChances": "features",
  "rounds.askTolerances": "operate",
  "rounds.board": "read",
  "rounds.waiting": "operate",
  "rounds.open": "operate",
  "rounds.close": "operate",
  "rounds.extend": "operate",
  "panel.restSeat": "operate",
  "panel.returnSeat": "operate",
  "panel.changeSelection": "operate",
  "people.file.read": "operate",
  "people.file.check": "operate",
  "people.file.confirm": "operate",
  "people.file.confirmed": "operate",
  "drafts.create": "drafts",
  "drafts.read": "drafts",
  "drafts.save": "drafts",
  "drafts.reread": "drafts",
  "drafts.check": "drafts",
  "drafts.publish": "drafts",
  "drafts.publishing": "drafts",
  "panel.read": "members",
  "panel.invite": "members",
  "panel.inviteMany": "members",
  "outcomes.record": "outcomes",
  "outcomes.revealHistory": "outcomes",
};

describe("a token that allows everything", () => {
  it("declares what a program may call, and nothing else", () => {
    const declared = allProcedures().flatMap(({ path, definition }) => {
      const { scope } = (definition.meta ?? {}) as { scope?: string };
      return scope === undefined ? [] : [[path, scope]];
    });
    expect(Object.fromEntries(declared)).toEqual(forPrograms);
  });

  it.each(["operator", "auditor", "researcher", "observer", "administrator"] as const)(
    "lets the program of %s call only those, whatever its owner may do by hand",
    async (person) => {
      const owner = cast.accounts[person];
      const session = await findProgram(app, await tokenOf(app, owner.id)).catch(() => null);
      // An administrator without a second factor is not even let in.
      if (session === null) return expect(person).toBe("administrator");
      for (const { path } of allProcedures()) {
        app.clock.advance(1_000);
        const context = testContext(app, owner, { session });
        const answer = await ask(path, context, { studyId: cast.study.studyId, surprise: true });
        const code = "code" in answer ? answer.code : "done";
        if (!(path in forPrograms)) expect([path, code]).toEqual([path, "FORBIDDEN"]);
        else if (person === "operator") expect([path, code]).toEqual([path, "BAD_REQUEST"]);
        else expect(["BAD_REQUEST", "FORBIDDEN"]).toContain(code);
      }
    },
  );

  it("lets an auditor's program do nothing in the study", async () => {
    const token = await tokenOf(app, cast.accounts.auditor.id);
    expect((await tell(app, "GET", "/studies", { token })).body).toEqual({ items: [], nextCursor: null });
    const { studyId } = cast.study;
    for (const path of ["", "/rounds", "/rounds/1", "/guidelines", "/log", "/data", "/record"]) {
      const { status } = await tell(app, "GET", `/studies/${studyId}${path}`, { token });
      expect([path, status]).toEqual([path, 403]);
    }
    const guidelines = await tell(app, "GET", `/studies/${studyId}/guidelines`, { token });
    expect(guidelines.body).toMatchObject({
      code: "browser-only",
      detail: expect.stringContaining("auditor"),
    });
  });
});

it("a program is answered in English, whatever language its request asks for", async () => {
  enterRequest(undefined, "de");
  const token = await tokenOf(app, cast.accounts.researcher.id);
  const told = await tell(app, "GET", `/studies/${app.newId()}`, { token });
  expect(told.body).toMatchObject({ status: 403, detail: "You have no role in this study." });
});

it("without a token, or with one that is unknown, ended or run out, nobody comes in", async () => {
  const owner = cast.accounts.researcher.id;
  const token = await tokenOf(app, owner);
  const cases: [Parameters<typeof tell>[3], string][] = [
    [{}, "not-signed-in"],
    [{ headers: { authorization: `Basic ${token}` } }, "not-signed-in"],
    [{ headers: { authorization: `No Bearer ${token}` } }, "not-signed-in"],
    [{ headers: { authorization: `Bearer ${token} or so` } }, "not-signed-in"],
    [{ headers: { cookie: `next-auth.session-token=${token}` } }, "not-signed-in"],
    [{ token: `evenhand_${"a".repeat(43)}` }, "token-unknown"],
  ];
  for (const [given, code] of cases) {
    const told = await tell(app, "GET", "/studies", given);
    expect(told.body).toMatchObject({ status: 401, code, detail: expect.stringMatching(/\.$/) });
    expect(told.body).toMatchObject({ type: `urn:evenhand:${code}`, title: "Unauthorized" });
    expect(told.headers.get("www-authenticate")).toContain("Bearer");
    expect(told.headers.get("content-type")).toBe("application/problem+json");
  }
  // A browser that is signed in, on one of our own pages: cookies let nobody in here.
  expect((await fetchAs(app, owner, "/api/v1/studies")).status).toBe(401);
  expect((await tell(app, "GET", "/studies", { token })).status).toBe(200);
  const [newest] = await listPersonalTokens(app, owner);
  await endToken(app, { accountId: owner, network: "192.0.2.1" }, { id: newest?.id ?? "" });
  expect((await tell(app, "GET", "/studies", { token })).body).toMatchObject({ code: "token-unknown" });
  const short = await tokenOf(app, owner, { days: 1 });
  app.clock.advance(24 * 60 * 60_000);
  expect((await tell(app, "GET", "/studies", { token: short })).body).toMatchObject({
    ...{ status: 401, code: "token-expired", detail: expect.stringContaining("ran out on") },
  });
});

it("an unknown token is logged, without any part of it", async () => {
  logLines.length = 0;
  await tell(app, "GET", "/studies", { token: "evenhand_guessed" });
  const refused = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "refused");
  expect(refused).toMatchObject([{ procedure: "none", code: "token-unknown", status: 401 }]);
  expect(logLines.join()).not.toContain("guessed");
});

it("the document counts against the budget of those who come without a token", async () => {
  const statuses = new Set<number>();
  for (let count = 0; count <= budgets.anonymous.calls; count += 1)
    statuses.add((await tell(app, "GET", "/openapi.json")).status);
  expect([...statuses]).toEqual([200, 429]);
  app.clock.advance(60_000);
});

it("a network that guesses is slowed down", async () => {
  const codes = new Set<string>();
  for (let guess = 0; guess < 130; guess += 1) {
    const { body } = await tell(app, "GET", "/studies", { token: `evenhand_guess${guess}` });
    codes.add((body as { code: string }).code);
  }
  expect([...codes]).toEqual(["token-unknown", "too-many-calls"]);
  app.clock.advance(60_000);
});

it("files that a program sends count for the day, and not with those that it fetches", async () => {
  const token = await tokenOf(app, cast.accounts.outsider.id, { scopes: [] });
  const path = `/studies/${cast.study.studyId}/people/file`;
  for (let count = 0; count <= budgets.download.calls; count += 1)
    expect((await tell(app, "PUT", path, { token })).body).toMatchObject({ code: "scope-missing" });
});

it("a token of one study reaches no other, and of others nothing can be found out", async () => {
  const { studyId } = cast.study;
  const operator = cast.accounts.operator.id;
  const other = await publishedStudy(app, { name: "another one" });
  const token = await tokenOf(app, operator, { studyId });
  const { body } = await tell(app, "GET", "/studies", { token });
  expect(body).toMatchObject({ items: [{ id: studyId, role: "operator" }] });
  const [foreign, nothing] = [other.studyId, app.newId()];
  for (const path of ["", "/log", "/record", "/rounds"]) {
    const answers = await Promise.all(
      [foreign, nothing].map((id) => tell(app, "GET", `/studies/${id}${path}`, { token })),
    );
    for (const { body } of answers) {
      expect(body).toMatchObject({
        status: 403,
        code: "scope-missing",
        detail: "This token is for another study.",
      });
    }
  }
  const wide = await tokenOf(app, operator);
  for (const id of [foreign, nothing]) {
    expect((await tell(app, "GET", `/studies/${id}`, { token: wide })).body).toMatchObject({
      code: "forbidden",
    });
    expect((await tell(app, "GET", `/studies/${id}/log`, { token: wide })).body).toMatchObject({
      code: "forbidden",
    });
  }
});

it("what a token does not allow is refused with its name, though its owner may", async () => {
  const { studyId } = cast.study;
  const token = await tokenOf(app, cast.accounts.operator.id, { scopes: [] });
  const asked: [string, string, string][] = [
    ["GET", "/record", "take features of people"],
    ["GET", "/data/features.csv", "take features of people"],
    ["GET", "/data/decisions.vw", "take features of people"],
    ["POST", "/outcomes", "record outcomes"],
    ["POST", "/rounds/1/reveal", "record outcomes"],
    ["POST", "/rounds", "operate a study"],
    ["POST", "/rounds/1/close", "operate a study"],
    ["GET", "/people/waiting", "operate a study"],
    ["GET", "/decisions.csv", "operate a study"],
    ["PUT", "/people/file", "operate a study"],
    ["PUT", "/draft/people/file", "set up studies"],
    ["GET", "/draft", "set up studies"],
    ["POST", "/draft/publish", "set up studies"],
    ["POST", "/invitations", "invite people"],
  ];
  for (const [method, path, words] of asked) {
    const key = method === "POST" ? { key: `missing${path}` } : {};
    const { body } = await tell(app, method, `/studies/${studyId}${path}`, { token, ...key });
    expect(body, path).toMatchObject({
      status: 403,
      code: "scope-missing",
      detail: expect.stringContaining(words),
    });
  }
  expect((await tell(app, "GET", `/studies/${studyId}/log`, { token })).status).toBe(200);
});

it("a researcher's program operates nothing, whatever its token allows", async () => {
  const token = await tokenOf(app, cast.accounts.researcher.id);
  const { studyId } = cast.study;
  for (const [method, path] of [
    ["POST", "/rounds"],
    ["POST", "/outcomes"],
    ["GET", "/people/waiting"],
    ["GET", "/decisions.csv"],
    ["PUT", "/people/file"],
  ] as const) {
    const { body } = await tell(app, method, `/studies/${studyId}${path}`, {
      token,
      key: `by-research${path}`,
    });
    expect([path, body]).toEqual([path, expect.objectContaining({ status: 403, code: "forbidden" })]);
  }
});

it("each file that is refused to a program is noted for the security log, whyever it was", async () => {
  const { email, id } = cast.accounts.researcher;
  const refusals = async () => {
    await recordRefusals(app);
    const { events } = await readSecurityEvents(app, { account: email, kind: "access.refused" });
    return events.reduce((sum, { detail }) => sum + Number((detail as { count?: number }).count), 0);
  };
  const [before, path] = [await refusals(), `/studies/${cast.study.studyId}`];
  const [wide, narrow] = [await tokenOf(app, id), await tokenOf(app, id, { scopes: [] })];
  expect((await tell(app, "GET", `${path}/log`, { token: wide })).status).toBe(200);
  expect(await refusals()).toBe(before);
  expect((await tell(app, "GET", `${path}/decisions.csv`, { token: wide })).status).toBe(403);
  // The first refusal is recorded in the background.
  await expect.poll(refusals).toBe(before + 1);
  expect((await tell(app, "GET", `${path}/record`, { token: narrow })).status).toBe(403);
  await expect.poll(refusals).toBe(before + 2);
});

it("a role that ends in the study ends for its programs in the same moment", async () => {
  const study = await publishedStudy(app, { name: "left soon" });
  const leaving = cast.accounts.outsider.id;
  await addResearcher(app, { studyId: study.studyId, accountId: leaving });
  const token = await tokenOf(app, leaving);
  const statuses = async () =>
    Promise.all(
      ["", "/log", "/rounds"].map(
        async (path) => (await tell(app, "GET", `/studies/${study.studyId}${path}`, { token })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  await endMembershipOf(app, study.operatorId, { studyId: study.studyId, accountId: leaving });
  expect(await statuses()).toEqual([403, 403, 403]);
});
