import { describe, expect, it } from "vitest";
import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import { endToken, listPersonalTokens } from "#server/accounts/api-tokens/personal-tokens.ts";
import { budgets } from "#server/platform/limits/budgets.ts";
import { enterRequest } from "#server/platform/process/request.ts";
import { recordRefusals } from "#server/platform/security-log/note-refusal.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { addReader } from "#server/studies/seats.ts";
import { makeCast } from "#tests/http/cast.ts";
import { allProcedures, ask } from "#tests/http/roles.ts";
import { fetchAs } from "#tests/http/routes.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { testContext } from "#tests/setup/context.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { callApi, tokenOf } from "./stage.ts";

const app = await sqliteApp();

const logLines = captureLog();
const cast = await makeCast(app);
await playRound(app, cast.study, []);

/** Every procedure that a token can call, and the scope it needs; written by hand. */
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

describe("a token with all scopes", () => {
  it("allows only these procedures", () => {
    const declared = allProcedures().flatMap(({ path, definition }) => {
      const { scope } = (definition.meta ?? {}) as { scope?: string };
      return scope === undefined ? [] : [[path, scope]];
    });
    expect(Object.fromEntries(declared)).toEqual(forPrograms);
  });

  it.each(["operator", "auditor", "researcher", "observer", "administrator"] as const)(
    "of %s allows only these procedures, whatever its owner may do in the browser",
    async (person) => {
      const owner = cast.accounts[person];
      const session = await findProgram(app, await tokenOf(app, owner.id)).catch(() => null);
      // An administrator without a second factor cannot use a token at all.
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

  it("of an auditor allows nothing in the study", async () => {
    const token = await tokenOf(app, cast.accounts.auditor.id);
    expect((await callApi(app, "GET", "/studies", { token })).body).toEqual({ items: [], nextCursor: null });
    const { studyId } = cast.study;
    for (const path of ["", "/rounds", "/rounds/1", "/guidelines", "/log", "/data", "/record"]) {
      const { status } = await callApi(app, "GET", `/studies/${studyId}${path}`, { token });
      expect([path, status]).toEqual([path, 403]);
    }
    const guidelines = await callApi(app, "GET", `/studies/${studyId}/guidelines`, { token });
    expect(guidelines.body).toMatchObject({
      code: "browser-only",
      detail: expect.stringContaining("auditor"),
    });
  });
});

it("an API response is in English, whatever language the request prefers", async () => {
  enterRequest(undefined, "de");
  const token = await tokenOf(app, cast.accounts.researcher.id);
  const response = await callApi(app, "GET", `/studies/${app.newId()}`, { token });
  expect(response.body).toMatchObject({ status: 403, detail: "You have no role in this study." });
});

it("a request without a token, or with an unknown, ended or expired one, is refused with 401", async () => {
  const owner = cast.accounts.researcher.id;
  const token = await tokenOf(app, owner);
  const cases: [Parameters<typeof callApi>[3], string][] = [
    [{}, "not-signed-in"],
    [{ headers: { authorization: `Basic ${token}` } }, "not-signed-in"],
    [{ headers: { authorization: `No Bearer ${token}` } }, "not-signed-in"],
    [{ headers: { authorization: `Bearer ${token} or so` } }, "not-signed-in"],
    [{ headers: { cookie: `next-auth.session-token=${token}` } }, "not-signed-in"],
    [{ token: `evenhand_${"a".repeat(43)}` }, "token-unknown"],
  ];
  for (const [given, code] of cases) {
    const response = await callApi(app, "GET", "/studies", given);
    expect(response.body).toMatchObject({ status: 401, code, detail: expect.stringMatching(/\.$/) });
    expect(response.body).toMatchObject({ type: `urn:evenhand:${code}`, title: "Unauthorized" });
    expect(response.headers.get("www-authenticate")).toContain("Bearer");
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }
  // A signed-in browser on one of our own pages: cookies are not accepted here.
  expect((await fetchAs(app, owner, "/api/v1/studies")).status).toBe(401);
  expect((await callApi(app, "GET", "/studies", { token })).status).toBe(200);
  const [newest] = await listPersonalTokens(app, owner);
  await endToken(app, owner, { id: newest?.id ?? "" });
  expect((await callApi(app, "GET", "/studies", { token })).body).toMatchObject({ code: "token-unknown" });
  const short = await tokenOf(app, owner, { days: 1 });
  app.clock.advance(24 * 60 * 60_000);
  expect((await callApi(app, "GET", "/studies", { token: short })).body).toMatchObject({
    ...{ status: 401, code: "token-expired", detail: expect.stringContaining("ran out on") },
  });
});

it("an unknown token is logged without any part of it", async () => {
  logLines.length = 0;
  await callApi(app, "GET", "/studies", { token: "evenhand_guessed" });
  const refused = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "refused");
  expect(refused).toMatchObject([{ procedure: "none", code: "token-unknown", status: 401 }]);
  expect(logLines.join()).not.toContain("guessed");
});

it("the API document counts against the budget of requests without a token", async () => {
  const statuses = new Set<number>();
  for (let count = 0; count <= budgets.anonymous.calls; count += 1)
    statuses.add((await callApi(app, "GET", "/openapi.json")).status);
  expect([...statuses]).toEqual([200, 429]);
  app.clock.advance(60_000);
});

it("a network that guesses tokens is rate limited", async () => {
  const codes = new Set<string>();
  for (let guess = 0; guess < 130; guess += 1) {
    const { body } = await callApi(app, "GET", "/studies", { token: `evenhand_guess${guess}` });
    codes.add((body as { code: string }).code);
  }
  expect([...codes]).toEqual(["token-unknown", "too-many-calls"]);
  app.clock.advance(60_000);
});

it("uploaded files count by day, and not with downloads", async () => {
  const token = await tokenOf(app, cast.accounts.outsider.id, { scopes: [] });
  const path = `/studies/${cast.study.studyId}/people/file`;
  for (let count = 0; count <= budgets.download.calls; count += 1)
    expect((await callApi(app, "PUT", path, { token })).body).toMatchObject({ code: "scope-missing" });
});

it("a token of one study reaches no other, and reveals nothing about others", async () => {
  const { studyId } = cast.study;
  const operator = cast.accounts.operator.id;
  const other = await publishedStudy(app, { name: "another one" });
  const token = await tokenOf(app, operator, { studyId });
  const { body } = await callApi(app, "GET", "/studies", { token });
  expect(body).toMatchObject({ items: [{ id: studyId, role: "operator" }] });
  const [foreign, nothing] = [other.studyId, app.newId()];
  for (const path of ["", "/log", "/record", "/rounds"]) {
    const answers = await Promise.all(
      [foreign, nothing].map((id) => callApi(app, "GET", `/studies/${id}${path}`, { token })),
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
    expect((await callApi(app, "GET", `/studies/${id}`, { token: wide })).body).toMatchObject({
      code: "forbidden",
    });
    expect((await callApi(app, "GET", `/studies/${id}/log`, { token: wide })).body).toMatchObject({
      code: "forbidden",
    });
  }
});

it("a missing scope is refused by name, although the owner may do it in the browser", async () => {
  const { studyId } = cast.study;
  const token = await tokenOf(app, cast.accounts.operator.id, { scopes: [] });
  const requests: [string, string, string][] = [
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
  for (const [method, path, words] of requests) {
    const key = method === "POST" ? { key: `missing${path}` } : {};
    const { body } = await callApi(app, method, `/studies/${studyId}${path}`, { token, ...key });
    expect(body, path).toMatchObject({
      status: 403,
      code: "scope-missing",
      detail: expect.stringContaining(words),
    });
  }
  expect((await callApi(app, "GET", `/studies/${studyId}/log`, { token })).status).toBe(200);
});

it("a researcher's token operates nothing, whatever its scopes", async () => {
  const token = await tokenOf(app, cast.accounts.researcher.id);
  const { studyId } = cast.study;
  for (const [method, path] of [
    ["POST", "/rounds"],
    ["POST", "/outcomes"],
    ["GET", "/people/waiting"],
    ["GET", "/decisions.csv"],
    ["PUT", "/people/file"],
  ] as const) {
    const { body } = await callApi(app, method, `/studies/${studyId}${path}`, {
      token,
      key: `by-research${path}`,
    });
    expect([path, body]).toEqual([path, expect.objectContaining({ status: 403, code: "forbidden" })]);
  }
});

it("each file refused to a token is recorded in the security log, whatever the reason", async () => {
  const { email, id } = cast.accounts.researcher;
  const refusals = async () => {
    await recordRefusals(app);
    const { events } = await readSecurityEvents(app, { account: email, kind: "access.refused" });
    return events.reduce((sum, { detail }) => sum + Number((detail as { count?: number }).count), 0);
  };
  const [before, path] = [await refusals(), `/studies/${cast.study.studyId}`];
  const [wide, narrow] = [await tokenOf(app, id), await tokenOf(app, id, { scopes: [] })];
  expect((await callApi(app, "GET", `${path}/log`, { token: wide })).status).toBe(200);
  expect(await refusals()).toBe(before);
  expect((await callApi(app, "GET", `${path}/decisions.csv`, { token: wide })).status).toBe(403);
  // The first refusal is recorded in the background.
  await expect.poll(refusals).toBe(before + 1);
  expect((await callApi(app, "GET", `${path}/record`, { token: narrow })).status).toBe(403);
  await expect.poll(refusals).toBe(before + 2);
});

it("a token loses its access with its owner's role in the study", async () => {
  const study = await publishedStudy(app, { name: "left soon" });
  const leaving = cast.accounts.outsider.id;
  await addReader(app, { studyId: study.studyId, accountId: leaving, role: "researcher" });
  const token = await tokenOf(app, leaving);
  const statuses = async () =>
    Promise.all(
      ["", "/log", "/rounds"].map(
        async (path) => (await callApi(app, "GET", `/studies/${study.studyId}${path}`, { token })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  await endMembershipOf(app, study.operatorId, { studyId: study.studyId, accountId: leaving });
  expect(await statuses()).toEqual([403, 403, 403]);
});
