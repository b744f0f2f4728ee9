import { expect, it } from "vitest";
import { plainReading } from "#server/study/cells/notation.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import { addAccount } from "#tests/setup/app.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { csvOf, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { callApi, tokenOf } from "./stage.ts";

const app = await sqliteApp();
const token = await tokenOf(app, await addAccount(app, "operator of drafts", "operator"));
let keys = 0;
const post = (path: string, json: unknown, by = token) => {
  keys += 1;
  return callApi(app, "POST", path, { token: by, json, key: `key-of-drafts-${keys}` });
};
const put = (path: string, body: string) =>
  callApi(app, "PUT", path, { token, body, headers: { "content-type": "text/csv" } });
const get = (path: string) => callApi(app, "GET", path, { token });
const csv = new TextDecoder().decode(csvOf({ people: madeUpPeople(12) }));

const readings: Readonly<Record<string, object>> = { income: plainReading("number") };

type Draft = {
  readonly revision: number;
  readonly parts: Pick<StudyDraft, "purpose" | "rules" | "settings"> & {
    people: NonNullable<StudyDraft["people"]>;
  };
  readonly missing: readonly { step: string; field: string; message: string }[];
};

async function newDraft(body: object): Promise<string> {
  const { status, body: made } = await post("/studies", body);
  expect(status).toBe(201);
  return `/studies/${(made as { studyId: string }).studyId}`;
}

it("creates a draft that is empty, from a template or a copy, and says what each lacks", async () => {
  const study = await newDraft({ name: "of loans", start: "loans" });
  const first = await get(`${study}/draft`);
  const { parts, missing } = first.body as Draft;
  expect(first.body).toMatchObject({ revision: 0, kind: "learn", file: null });
  expect(parts.purpose).toMatchObject({ name: "of loans", decision: expect.stringMatching(/^who /) });
  expect(missing[0]).toMatchObject({ step: "people", message: expect.any(String) });
  const copy = await get(`${await newDraft({ name: "a copy", start: study.split("/")[2] })}/draft`);
  expect((copy.body as Draft).parts.purpose).toEqual({ ...parts.purpose, name: "a copy" });
  const wrong = await post("/studies", { name: "", start: "surprise" });
  expect(wrong.body).toMatchObject({
    ...{ status: 400, code: "bad-input" },
    problems: expect.arrayContaining([expect.objectContaining({ field: "name" })]),
  });
  expect((await post("/studies", { name: "x", start: app.newId() })).body).toMatchObject({
    code: "not-found",
  });
});

it("accepts columns, rules and settings, and publishes only the version that was read", async () => {
  const study = await newDraft({ name: "to publish", start: "loans" });
  expect((await put(`${study}/draft/people/file`, "")).body).toMatchObject({
    status: 400,
    code: "bad-input",
  });
  const sent = await put(`${study}/draft/people/file`, csv);
  expect(sent.body).toMatchObject({ file: { name: "people.csv", rowCount: 12 } });
  const { revision, parts } = sent.body as Draft;
  const peopleWith = (cuts: string) => {
    const used = { both: { role: "both" }, group: { role: "group", cuts } } as const;
    const columns = parts.people.columns.map((column, index) => ({
      ...column,
      ...used[index === 1 ? "group" : "both"],
    }));
    return { ...parts.people, columns };
  };
  const settings = { ...parts.settings, roundSize: "many" };
  const typed = { direction: "above", by: "typed", count: "", values: "20 40 60" } as const;
  const rules = { ...parts.rules, thresholds: [{ source: 0, ...typed }] };
  const answers = { people: peopleWith("5, 2"), rules, settings };
  const saved = await post(`${study}/draft`, { revision, parts: answers });
  expect(saved.body).toEqual({
    revision: revision + 1,
    missing: [
      { step: "people", field: "1.cuts", message: "“years”: cuts must ascend, but 2 follows 5." },
      { step: "settings", field: "roundSize", message: expect.any(String) },
    ],
  });
  const path = `${study}/draft/publish`;
  expect((await post(path, { revision: revision + 1 })).body).toMatchObject({
    ...{ status: 400, code: "bad-input" },
    problems: [{ field: "people.1.cuts" }, { field: "settings.roundSize" }],
  });
  const outdated = await post(`${study}/draft`, { revision, parts: {} });
  expect(outdated.body).toMatchObject({ status: 409, code: "draft-outdated" });
  const shape = await post(`${study}/draft`, { revision, parts: { settings: { roundSize: 4 } } });
  expect(shape.body).toMatchObject({
    code: "bad-input",
    problems: expect.arrayContaining([expect.objectContaining({ field: "parts.settings.roundSize" })]),
  });
  const whole = { people: peopleWith("2, 5"), settings: { ...settings, roundSize: "4" } };
  const last = (await post(`${study}/draft`, { revision: revision + 1, parts: whole })).body as Draft;
  expect(last.missing).toEqual([]);
  const ready = { rowCount: 12, personCount: 12, isReady: true, problems: [] };
  expect((await get(`${study}/draft`)).body).toMatchObject({ file: ready });
  expect((await get(path)).body).toEqual({ state: "none", message: null, problems: [] });
  expect((await post(path, { revision: revision + 1 })).body).toMatchObject({ code: "draft-outdated" });
  const begun = await post(path, { revision: last.revision });
  expect([begun.status, begun.body]).toEqual([202, { state: "running" }]);
  await expect.poll(async () => (await get(path)).body).toMatchObject({ state: "done" });
  expect((await get(study)).body).toMatchObject({ state: "ready", waitingCount: 12 });
  expect((await get(`${study}/draft`)).body).toMatchObject({ status: 409, code: "study-not-draft" });
});

it("reads a file again in another format, reports errors of a row, and accepts a list of rules", async () => {
  const study = await newDraft({ name: "of files" });
  const rows = csv.replaceAll(",", ";");
  const { revision } = (await put(`${study}/draft/people/file`, rows)).body as Draft;
  const format = { delimiter: "," };
  const again = (await post(`${study}/draft/people/format`, { revision, format })).body as Draft;
  expect(again.parts.people.columns).toHaveLength(1);
  const found = (await put(`${study}/draft/people/file`, `${csv}\r\nmuch,1,own`)).body as Draft;
  const columns = found.parts.people.columns.map((column) => ({
    ...column,
    ...readings[column.name],
    role: "both",
  }));
  await post(`${study}/draft`, {
    revision: found.revision,
    parts: { people: { ...found.parts.people, columns } },
  });
  expect((await get(`${study}/draft`)).body).toMatchObject({
    file: { isReady: false, problems: [{ row: 14, field: "income", message: expect.any(String) }] },
  });
  const listed = await put(`${study}/draft/rules/file`, "income above 20\nincome above 40\n");
  expect(listed.body).toMatchObject({ parts: { rules: { kind: "listed", list: { size: 32 } } } });
});

it("a token for one study, or of an account that may create no studies, creates no draft", async () => {
  const { studyId, operatorId, auditorIds } = await publishedStudy(app);
  const forOne = await tokenOf(app, operatorId, { studyId });
  expect((await post("/studies", { name: "x" }, forOne)).body).toMatchObject({ code: "scope-missing" });
  const auditor = await tokenOf(app, auditorIds[0] ?? "");
  expect((await post("/studies", { name: "x" }, auditor)).body).toMatchObject({
    ...{ status: 403, code: "forbidden" },
  });
});

it("invites people by links, the same for a repeated call, but no other operator", async () => {
  const { studyId, operatorId } = await publishedStudy(app, { name: "to invite" });
  const own = await tokenOf(app, operatorId, { studyId });
  const path = `/studies/${studyId}/invitations`;
  const call = { token: own, key: "invites-once", json: { email: "rob@example.org", role: "observer" } };
  const first = await callApi(app, "POST", path, call);
  expect([first.status, first.body]).toEqual([
    201,
    { link: expect.stringMatching(/^http.*\/invitation\/[\w-]+$/), expiresAt: expect.any(Number) },
  ]);
  expect((await callApi(app, "POST", path, call)).body).toEqual(first.body);
  const operator = await post(path, { email: "eve@example.org", role: "operator" }, own);
  expect(operator.body).toMatchObject({ status: 403, code: "browser-only" });
  const wrong = await post(`${path}/list`, { list: "a@example.org\nno-address\n" }, own);
  expect(wrong.body).toMatchObject({ code: "bad-input", problems: [{ row: 2, field: "email" }] });
  const list = "email\trole\tregion\na@example.org\t\tnorth\nr@example.org\tResearcher\t";
  const many = await post(`${path}/list`, { list }, own);
  expect(many.body).toMatchObject({
    links: [{ email: "a@example.org", link: expect.any(String) }, { email: "r@example.org" }],
  });
  const roles = await post(`${path}/list`, { list: "role;e-mail\noperator;eve@example.org" }, own);
  expect(roles.body).toMatchObject({ code: "bad-input", problems: [{ row: 2, field: "role" }] });
  expect((await callApi(app, "GET", path, { token: own })).body).toEqual({
    invitations: expect.arrayContaining([
      { email: "rob@example.org", role: "observer", state: "sent" },
      { email: "a@example.org", role: "auditor", state: "sent" },
      { email: "r@example.org", role: "researcher", state: "sent" },
    ]),
  });
});
