import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { readCells } from "#server/audit-log/features.ts";
import { budgets } from "#server/platform/limits/budgets.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { makeCheckpoint } from "#server/studies/checkpoints/make-checkpoint.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { reviseGuidelines } from "#server/studies/guidelines.ts";
import { readFurtherPeople } from "#server/studies/people/further-people.ts";
import { broken } from "#tests/http/broken.ts";
import { send } from "#tests/http/routes.ts";
import type { TestApp } from "#tests/setup/app.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { incomeAbove, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { callApi, tokenOf } from "./stage.ts";

const app = await sqliteApp();

const people = madeUpPeople(40);
const study = await publishedStudy(app, {
  people,
  name: "of programs",
  identifiers: people.map((_, index) => `case-${index}`),
  outcomes: people.map((_, index) => (index % 2 === 0 ? "yes" : "no")),
  groups: { sex: people.map((_, index) => (index % 2 === 0 ? "F" : "M")) },
  rules: { predicates: incomeAbove(20, 40, 60, 80) },
  settings: { roundSize: "10", draw: "even", closesWithoutPairs: false },
});
const flags = (_a: unknown, _b: unknown, gap: number) => gap > 0.1;
const board = await playRound(app, study, [flags, flags, flags]);
const picked = board.people.filter(({ selected }) => selected).map(({ position }) => position);
const token = await tokenOf(app, study.operatorId, { studyId: study.studyId });

const at = (path: string) => `/studies/${study.studyId}${path}`;
const get = async (path: string) => callApi(app, "GET", path, { token });
let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-of-this-test-${keys}`;
};
const post = (path: string, json: unknown, key = newKey()) =>
  callApi(app, "POST", path, { token, json, key });

describe("reading", () => {
  it("lists the token's studies, and gives a study's status", async () => {
    const listed = await get("/studies");
    expect(listed.status).toBe(200);
    expect((listed.body as { items: unknown[] }).items).toEqual([
      {
        ...{ id: study.studyId, name: "of programs", state: "running", role: "operator" },
        ...{ closedRounds: 1, plannedRounds: expect.any(Number), roundsWithAReport: expect.any(Number) },
      },
    ]);
    const { status, body } = await get(at(""));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ id: study.studyId, isAudit: false, isDamaged: false, openRounds: [], nextRound: 2, seatCount: 3 },
      head: { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it("pages through all studies of the token's owner, or only the token's study", async () => {
    for (let made = 0; made < 52; made += 1)
      await createDraft(app, study.operatorId, { name: `sketch ${made}` });
    const all = await tokenOf(app, study.operatorId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const response = await callApi(app, "GET", `/studies${cursor === null ? "" : `?cursor=${cursor}`}`, {
        token: all,
      });
      const page = response.body as { items: { id: string }[]; nextCursor: string | null };
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(53);
    expect(new Set(seen).size).toBe(53);
    const { items } = (await get("/studies")).body as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toEqual([study.studyId]);
    const draft = seen.find((id) => id !== study.studyId);
    expect(await callApi(app, "GET", `/studies/${draft}/checkpoint`, { token: all })).toMatchObject({
      ...{ status: 200, body: null },
    });
    const found = await callApi(app, "GET", "/studies?search=sketch%201", { token: all });
    expect((found.body as { items: unknown[] }).items).toHaveLength(11);
  });

  it("gives a round's policy, and for its people the chances in the log", async () => {
    const { body } = await get(at("/rounds/1/policy"));
    expect(body).toMatchObject({ format: "evenhand-policy/1", study: study.studyId, round: 1 });
    const rows = await app.store.read((db) => listRoundFeatures(db, study.studyId, [1]));
    const given = rows.map(({ features }) => {
      const [income = null, years = null, housing = null] = readCells(features ?? "");
      return { income, years, housing };
    });
    const response = await post(at("/chances"), { round: 1, rule: "round", people: given });
    expect(response).toMatchObject({ status: 200, body: { warnings: [] } });
    expect((response.body as { chances: string[] }).chances).toEqual(rows.map(({ chance }) => chance));
    const wrong = await post(at("/chances"), { round: 1, people: [{ income: "much", years: 3 }] });
    expect(wrong.body).toMatchObject({
      ...{ status: 400, code: "bad-input" },
      problems: [{ row: 1, field: "income" }],
    });
  });

  it("gives figures of groups", async () => {
    const { status, body } = await get(at("/groups?least=3"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ columns: ["sex"], figures: { least: 3, personCount: 10, roundCount: 1 } });
    const { groupings } = (body as { figures: { groupings: unknown[] } }).figures;
    expect(groupings).toMatchObject([
      {
        columns: ["sex"],
        groups: [
          { cells: ["F"], people: 5 },
          { cells: ["M"], people: 5 },
        ],
        withheldCount: 0,
      },
    ]);
    expect((await get(at("/groups?least=0"))).body).toMatchObject({ status: 400, code: "bad-input" });
  });

  it("gives a round's details as its page shows them, without identifiers of people", async () => {
    const { body, text, headers } = await get(at("/rounds/1"));
    const board = await readRoundDetails(app, study.studyId, 1, { reader: "researcher" });
    const reported = board.result?.violations.map(({ high, low, flagCount: flags, weight, annulledIn }) => ({
      ...{ high, low, flags, weight, annulledIn },
    }));
    expect(reported?.length).toBeGreaterThan(0);
    expect(body).toMatchObject({ round: 1, state: "closed", seatCount: 3, sealedCount: 3, reported });
    expect(headers.get("cache-control")).toBe("no-store");
    const { people } = body as { people: { position: number; isSelected: boolean }[] };
    expect(people.filter(({ isSelected }) => isSelected).map(({ position }) => position)).toEqual(picked);
    expect(text).not.toContain("case-");
  });

  it("gives guidelines, tables and the newest checkpoint", async () => {
    expect((await get(at("/guidelines"))).body).toMatchObject({ version: 1, latest: 1 });
    expect((await get(at("/guidelines?version=7"))).body).toMatchObject({ status: 404, code: "not-found" });
    const { studyId, operatorId: accountId } = study;
    await reviseGuidelines(app, { studyId, accountId, basedOn: 1, purpose: "To see.", body: "Look." });
    expect((await get(at("/guidelines?version=1"))).body).toMatchObject({ version: 1, latest: 2 });
    const { tables, descriptions } = (await get(at("/data"))).body as {
      tables: { name: string; asks: string; columns: object[] }[];
      descriptions: { file: string; asks: string }[];
    };
    expect(tables.filter(({ asks }) => asks === "features").map(({ name }) => name)).toEqual([
      "features",
      "groups",
    ]);
    expect(tables.map(({ name }) => name)).toContain("verdicts");
    const columns = new Map(
      tables.flatMap(({ columns }) => columns.map((one: { name?: string }) => [one.name, one])),
    );
    expect(columns.get("person")).toMatchObject({ type: "text", nullable: false, unit: null });
    expect(columns.get("erased_seq")).toMatchObject({ nullable: true });
    expect(columns.get("alpha")).toMatchObject({ unit: "probability" });
    expect(descriptions).toContainEqual({ file: "datasheet.md", asks: "read" });
    expect(descriptions).toContainEqual({ file: "manifest.json", asks: "features" });
    const { size, root } = await makeCheckpoint(app, studyId);
    const signedAt = expect.any(Number);
    expect((await get(at("/checkpoint"))).body).toEqual({ size, root, signedAt, witnesses: [] });
  });

  it("explains errors in an address, a parameter and a method", async () => {
    const cases: [string, string, object][] = [
      ["GET", "/nothing", { status: 404, code: "not-found" }],
      ["GET", at("/rounds/99"), { status: 404, code: "not-found" }],
      ["GET", at("/rounds/0"), { status: 400, code: "bad-input", problems: [{ field: "round" }] }],
      ["GET", at("/rounds/one"), { status: 400, code: "bad-input", problems: [{ field: "round" }] }],
      ["GET", at("?colour=red"), { status: 400, code: "bad-input" }],
      ["GET", at("/rounds?before=3"), { status: 400, code: "bad-input", problems: [{ field: "before" }] }],
      ["GET", at("/people/waiting?after=3"), { status: 400, problems: [{ field: "after" }] }],
      ["GET", "/studies?after=3", { status: 400 }],
      ["GET", at("?studyId=1"), { status: 400, code: "bad-input", problems: [{ field: "studyId" }] }],
      ["GET", at("/guidelines?version=1&version=2"), { status: 400, problems: [{ field: "version" }] }],
      // Of several wrong parameters the first is named.
      ["GET", at("/guidelines?version=1&after=2&after=3&version=4"), { problems: [{ field: "after" }] }],
      ["GET", at("/rounds/1?studyId=1&round=2"), { status: 400, problems: [{ field: "studyId" }] }],
      ["POST", at(""), { status: 405, code: "method-not-supported" }],
      ["POST", "/openapi.json", { status: 404, code: "not-found" }],
      ["GET", at("/decisions-csv"), { status: 404, code: "not-found" }],
      ["GET", "/studies/nothing", { status: 403 }],
    ];
    for (const [method, path, expected] of cases) {
      expect([path, (await callApi(app, method, path, { token })).body]).toEqual([
        path,
        expect.objectContaining({
          detail: expect.stringMatching(/\.$|expected|Unrecognized/),
          ...like(expected),
        }),
      ]);
    }
  });
});

/** Returns the expectation with the items of its lists matched partially. */
function like(expected: object): object {
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => expect.objectContaining(one)) : value,
    ]),
  );
}

describe("lists", () => {
  it("continue where a page ended, with each item once", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const path = at(`/people/waiting${cursor === null ? "" : `?cursor=${cursor}`}`);
      const page = (await get(path)).body as { items: { person: string }[]; nextCursor: string | null };
      seen.push(...page.items.map(({ person }) => person));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    const { waitingCount } = (await get(at(""))).body as { waitingCount: number };
    expect(seen).toHaveLength(waitingCount);
    expect(seen.length).toBeGreaterThan(20);
  });

  it("find people by search, with their identifiers", async () => {
    const { items } = (await get(at("/people/waiting?search=case-29"))).body as { items: unknown[] };
    expect(items).toEqual([{ person: "p30", identifiers: [{ name: "case", value: "case-29" }] }]);
  });

  it("refuse a cursor of another list or study, a malformed one, and one for an operation without a list", async () => {
    const { nextCursor } = (await get(at("/people/waiting"))).body as { nextCursor: string };
    const elsewhere = Buffer.from(
      JSON.stringify({ list: "listWaiting", study: app.newId(), at: 3 }),
    ).toString("base64url");
    for (const path of [
      at(`/rounds?cursor=${nextCursor}`),
      `/studies?cursor=${nextCursor}`,
      at(`/people/waiting?cursor=${elsewhere}`),
      at("/people/waiting?cursor=nonsense"),
      at(`/rounds/1?cursor=${nextCursor}`),
    ]) {
      const { body, headers } = await get(path);
      expect([path, body]).toEqual([path, expect.objectContaining({ status: 400, code: "cursor-wrong" })]);
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

it("a cursor holds a whole number from 0 or a short word, and is refused with anything else", async () => {
  const codeWith = async (list: string, path: string, position: unknown) => {
    const of = list === "listStudies" ? null : study.studyId;
    const cursor = Buffer.from(JSON.stringify({ list, study: of, at: position })).toString("base64url");
    const { status, body } = await get(`${path}?cursor=${cursor}`);
    return status === 200 ? "given" : (body as { code: string }).code;
  };
  const waiting = (position: unknown) => codeWith("listWaiting", at("/people/waiting"), position);
  expect([await waiting(0), await waiting(-1), await waiting(0.5)]).toEqual([
    "given",
    "cursor-wrong",
    "cursor-wrong",
  ]);
  const studies = (word: string) => codeWith("listStudies", "/studies", word);
  // Of the greatest length it is read, and names no study.
  expect(await studies("x".repeat(100))).toBe("bad-input");
  expect(await studies("x".repeat(101))).toBe("cursor-wrong");
});

describe("operations", () => {
  it("record outcomes of selected people, once for an idempotency key", async () => {
    const outcomes = picked.slice(0, 2).map((position) => ({ round: 1, position, value: "yes" }));
    expect(outcomes).toHaveLength(2);
    const key = newKey();
    const first = await post(at("/outcomes"), { outcomes }, key);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const recorded = { round: 1, version: 1, value: "yes", seq: expect.any(Number) };
    expect(first.body).toEqual({ recorded: outcomes.map(({ position }) => ({ ...recorded, position })) });
    const { people } = (await get(at("/rounds/1"))).body as { people: { outcome: unknown }[] };
    const known = people.flatMap(({ outcome }, position) => (outcome === "yes" ? [position] : []));
    expect(known).toEqual(picked.slice(0, 2));
    expect(people.filter(({ outcome }) => outcome === null)).toHaveLength(people.length - 2);
    const again = await post(at("/outcomes"), { outcomes }, key);
    expect([again.status, again.headers.get("idempotent-replayed"), again.text]).toEqual([
      201,
      "true",
      first.text,
    ]);
    const other = await post(at("/outcomes"), { outcomes: outcomes.slice(1) }, key);
    expect(other.body).toMatchObject({
      status: 409,
      code: "key-reused",
      detail: expect.stringContaining("new key"),
    });
    const twice = await post(at("/outcomes"), { outcomes });
    expect(twice.body).toMatchObject({
      status: 409,
      code: "outcome-exists",
      problems: [{ row: 1 }, { row: 2 }],
    });
  });

  it("require an idempotency key, JSON and the fields of their schema", async () => {
    const outcomes = [{ round: 1, position: 0, value: "perhaps" }];
    const none = await callApi(app, "POST", at("/outcomes"), { token, json: { outcomes } });
    expect(none.body).toMatchObject({
      status: 400,
      code: "bad-input",
      problems: [{ field: "Idempotency-Key" }],
    });
    // Nothing was done, so the key can be used for a correct call.
    const key = newKey();
    expect((await post(at("/outcomes"), { outcomes }, key)).body).toMatchObject({
      ...{ status: 400, code: "bad-input", problems: [{ field: "outcomes.0.value" }] },
    });
    expect((await post(at("/outcomes"), { outcomes: [] }, key)).body).toMatchObject({
      ...{ status: 400, code: "bad-input", problems: [{ field: "outcomes" }] },
    });
    const own = { outcomes: [], idempotencyKey: "in-the-body" };
    expect((await post(at("/outcomes"), own)).body).toMatchObject({
      ...{ status: 400, problems: [{ field: "idempotencyKey" }] },
    });
    expect((await post(at("/outcomes"), [])).body).toMatchObject({ status: 400, code: "bad-input" });
    const text = { token, key: newKey(), body: "{", headers: { "content-type": "application/json" } };
    expect((await callApi(app, "POST", at("/outcomes"), text)).body).toMatchObject({ code: "parse-error" });
    const plain = { ...text, headers: { "content-type": "text/plain" } };
    expect((await callApi(app, "POST", at("/outcomes"), plain)).body).toMatchObject({
      ...{ status: 415, code: "unsupported-media-type" },
    });
    expect((await callApi(app, "POST", at("/outcomes"), { ...plain, body: "1" })).status).toBe(415);
    // The content type is accepted in any spelling; then the body is found to be no JSON.
    const shouted = { ...text, headers: { "content-type": "Application/JSON ; charset=utf-8" } };
    expect((await callApi(app, "POST", at("/outcomes"), shouted)).body).toMatchObject({
      code: "parse-error",
    });
    for (const body of ["null", "3", '"x"', "[]"]) {
      expect((await callApi(app, "POST", at("/outcomes"), { ...text, body })).body).toMatchObject({
        ...{ code: "bad-input", detail: "Send a JSON object, such as {}." },
      });
    }
    // A byte that is not valid UTF-8.
    const torn = new Request(`http://evenhand.example/api/v1${at("/outcomes")}`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${token}`, "idempotency-key": newKey() },
        ...{ host: "evenhand.example", "content-type": "application/json" },
      },
      body: Buffer.from('{"outcomes":"\xff"}', "latin1"),
    });
    expect(await (await send(app, torn)).json()).toMatchObject({ status: 400, code: "parse-error" });
    const huge = { ...text, body: JSON.stringify({ outcomes: "x".repeat(300_000) }) };
    expect((await callApi(app, "POST", at("/outcomes"), huge)).body).toMatchObject({
      ...{ status: 413, code: "payload-too-large" },
    });
  });

  it("accept an idempotency key of 8 to 100 printable ASCII characters", async () => {
    const fieldsOf = async (key: string) => {
      const { body } = await callApi(app, "POST", at("/rounds/99/close"), { token, key });
      return (body as { problems: { field: string }[] }).problems.map(({ field }) => field);
    };
    for (const key of ["x".repeat(7), "x".repeat(101), "two words", "\u00e4".repeat(8)])
      expect([key, await fieldsOf(key)]).toEqual([key, ["Idempotency-Key"]]);
    for (const key of ["!~".repeat(4), "x".repeat(100)])
      expect([key, await fieldsOf(key)]).toEqual([key, []]);
  });

  it("open a round once for several simultaneous calls with one key", async () => {
    const key = newKey();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(at("/rounds"), {}, key)));
    const kinds = answers.map(({ status, body }) => [status, (body as { code?: string }).code]);
    expect(kinds.filter(([status]) => status === 201)).toHaveLength(1);
    for (const [status, code] of kinds.filter(([status]) => status !== 201)) {
      expect([status, code]).toEqual([409, "key-running"]);
    }
    expect((await post(at("/rounds"), {}, key)).body).toMatchObject({
      rounds: [{ round: 2, isClosed: false }],
    });
    expect((await get(at(""))).body).toMatchObject({ openRounds: [2] });
    // With another token, even of the same owner, it is a separate call.
    const other = await tokenOf(app, study.operatorId, { studyId: study.studyId });
    const { body } = await callApi(app, "POST", at("/rounds"), { token: other, json: { count: 20 }, key });
    expect(body).toMatchObject({ status: 409, code: "too-many-open-rounds" });
  });

  it("ask a panel without pairs for tolerances, which the closed round then has", async () => {
    // Thresholds in both directions: in round 1 every chance is one half.
    const { studyId, operatorId } = await publishedStudy(app, { name: "of tolerances" });
    const owner = await tokenOf(app, operatorId, { studyId });
    const call = (method: "GET" | "POST", path: string) =>
      callApi(app, method, `/studies/${studyId}/rounds${path}`, {
        token: owner,
        ...(method === "POST" && { json: {}, key: newKey() }),
      });
    await call("POST", "");
    const { status, body } = await call("POST", "/1/tolerances");
    const { pairs } = body as { pairs: { high: number; low: number }[] };
    expect([status, pairs.length]).toEqual([201, expect.any(Number)]);
    expect((await call("POST", "/1/tolerances")).body).toMatchObject({ code: "tolerances-not-needed" });
    expect((await call("GET", "/1")).body).toMatchObject({ pairCount: 0, tolerances: null });
    await closeRound(app, { studyId, round: 1 });
    const unanswered = pairs.map((pair) => ({ ...pair, points: [] }));
    expect((await call("GET", "/1")).body).toMatchObject({ reported: [], tolerances: unanswered });
    expect((await get("/rounds/1")).body).not.toMatchObject({ tolerances: [] });
    const atOnce = await publishedStudy(app, { name: "at once", settings: { closesWithoutPairs: true } });
    const { studyId: other, operatorId: owner2 } = atOnce;
    const opened = await callApi(app, "POST", `/studies/${other}/rounds`, {
      token: await tokenOf(app, owner2, { studyId: other }),
      json: { asksTolerances: true },
      key: newKey(),
    });
    expect(opened.body).toMatchObject({ rounds: [{ round: 1, isClosed: false }] });
    expect((await readRoundDetails(app, other, 1)).round.toleranceCount).toBeGreaterThan(0);
  });

  it("count a repeated call towards the budget, and answer it only while the role lasts", async () => {
    const ended = await tokenOf(app, study.operatorId, { studyId: study.studyId });
    const key = newKey();
    const deadlineAt = app.now() + 1_800_000;
    const ask = async () => {
      const call = () =>
        callApi(app, "POST", at("/rounds/2/extend"), { token: ended, json: { deadlineAt }, key });
      let answer = await call();
      // On a busy machine calls are refused before they are counted.
      while (answer.status === 503) answer = await call();
      return answer;
    };
    const first = await ask();
    expect(first.status).toBe(200);
    const writes = vi.spyOn(app.store, "tx");
    const statuses = new Set<number>();
    for (let call = 0; call < budgets.write.calls; call += 1) statuses.add((await ask()).status);
    expect(statuses).toEqual(new Set([200, 429]));
    // Only the counts of calls are written, once a second.
    expect(writes.mock.calls.length).toBeLessThan(20);
    writes.mockRestore();
    app.clock.advance(60_000);
    const setRole = (role: "operator" | "researcher") =>
      app.store.tx(({ q, t }) =>
        q.update(t.membership).set({ role }).where(eq(t.membership.accountId, study.operatorId)),
      );
    await setRole("researcher");
    expect((await ask()).body).toMatchObject({ status: 403, code: "forbidden" });
    await setRole("operator");
    expect((await ask()).text).toBe(first.text);
  });

  it("release the key of a refused call", async () => {
    const key = newKey();
    expect((await post(at("/rounds"), { count: 20 }, key)).body).toMatchObject({
      code: "too-many-open-rounds",
    });
    const deadlineAt = app.now() + 3_600_000;
    const { status, body } = await post(at("/rounds/2/extend"), { deadlineAt });
    expect([status, body]).toEqual([200, { deadlineAt, seq: expect.any(Number) }]);
    expect((await post(at("/rounds/2/extend"), { deadlineAt })).body).toMatchObject({ code: "bad-input" });
    expect((await get(at("/rounds/2"))).body).toMatchObject({
      state: "open",
      sealedCount: 0,
      reported: null,
    });
    expect((await post(at("/rounds"), { count: 20 }, key)).body).toMatchObject({
      code: "too-many-open-rounds",
    });
  });

  it("open and close rounds, which are listed newest first, with results only after the close", async () => {
    const { items, nextCursor } = (await get(at("/rounds"))).body as { items: object[]; nextCursor: unknown };
    const seats = { neededFlags: 2, seatCount: 3, personCount: 10 };
    const times = { openedAt: expect.any(Number), openedSeq: expect.any(Number) };
    const ended = { closedAt: expect.any(Number), closedSeq: expect.any(Number) };
    const unknown = { reportedPairs: null, pickedCount: null, outcomes: null };
    const open = { closedAt: null, closedSeq: null, deadlineAt: expect.any(Number), ...unknown };
    const counts = { yes: 2, no: 0, lost: 0, pending: picked.length - 2 };
    const results = {
      ...{
        reportedPairs: expect.any(Number),
        pickedCount: picked.length,
        outcomes: counts,
        deadlineAt: null,
      },
    };
    expect([items, nextCursor]).toEqual([
      [
        { round: 2, state: "open", ...seats, ...times, ...open },
        { round: 1, state: "closed", ...seats, ...times, ...ended, ...results },
      ],
      null,
    ]);
    const place = { list: "listRounds", study: study.studyId, at: 2 };
    const cursor = Buffer.from(JSON.stringify(place)).toString("base64url");
    expect((await get(at(`/rounds?cursor=${cursor}`))).body).toEqual({
      items: [items[1]],
      nextCursor: null,
    });
  });

  it("close a round and reveal recorded outcomes of the people it selected", async () => {
    app.clock.advance(3_600_000);
    const { status, body } = await post(at("/rounds/2/close"), {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ round: 2, seq: expect.any(Number), hash: expect.any(String) });
    const { people } = (await get(at("/rounds/2"))).body as { people: { isSelected: boolean }[] };
    const revealed = await post(at("/rounds/2/reveal"), {});
    expect(revealed.status).toBe(201);
    const { recorded } = revealed.body as { recorded: unknown[] };
    expect(recorded).toHaveLength(people.filter(({ isSelected }) => isSelected).length);
  });

  it("need no body if they take no fields", async () => {
    const { status, body } = await callApi(app, "POST", at("/rounds/2/close"), { token, key: newKey() });
    expect([status, body]).toMatchObject([200, { round: 2 }]);
  });

  it("answer a key whose call failed unexpectedly with the same incident id, since it may have been carried out", async () => {
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": newKey() };
    const address = `http://evenhand.example/api/v1${at("/rounds/2/close")}`;
    const ask = (on: TestApp) => send(on, new Request(address, { method: "POST", headers }));
    // The token, the role, the key and the role again are read; then the database fails.
    const { answer, logged } = await broken(app, 4, ask);
    const problem = await answer.json();
    expect(problem).toMatchObject({ status: 500, code: "unforeseen", detail: logged.message, problems: [] });
    expect(problem.incident).toMatch(/^[0-9a-f]+$/);
    const again = await ask(app);
    expect(again.headers.get("content-type")).toBe("application/problem+json");
    expect([again.status, await again.json()]).toEqual([500, problem]);
  });

  it("refuse operations that need a fresh confirmation, which only a browser gives", async () => {
    const opened = await post(at("/rounds"), { deadlineAt: app.now() + 3_600_000 });
    const [{ round }] = (opened.body as { rounds: [{ round: number }] }).rounds;
    // Announced to close at its deadline: closing earlier needs a fresh confirmation.
    const { body } = await post(at(`/rounds/${round}/close`), {});
    expect(body).toMatchObject({
      status: 403,
      code: "browser-only",
      detail: expect.stringContaining("browser"),
    });
    await closeRound(app, { studyId: study.studyId, round });
  });

  it("import people from a file as the upload's response announced", async () => {
    const csv = "housing,case,income,years,repaid\nown,new-1,55,3.5,yes\nrent,new-2,45,2,no\n";
    const put = (body: string) =>
      callApi(app, "PUT", at("/people/file"), {
        ...{ token, body },
        headers: { "content-type": "text/csv", "x-file-name": "of%20May.csv" },
      });
    const missing = await put("housing,case\nown,new-1\n");
    expect(missing.body).toMatchObject({
      ...{ status: 400, code: "bad-input", detail: expect.stringContaining("The file lacks “income”") },
    });
    const wrong = await put(csv.replace("55", "many"));
    expect(wrong.body).toMatchObject({
      ...{ isReady: false, problems: [expect.objectContaining({ row: 2, field: "income" })] },
    });
    const taken = await put(csv);
    expect(taken.headers.get("cache-control")).toBe("no-store");
    expect((await readFurtherPeople(app, study.studyId)).file?.name).toBe("of May.csv");
    const ready = taken.body as { fileId: string; plan: string };
    expect(ready).toMatchObject({
      rowCount: 2,
      personCount: 2,
      isReady: true,
      problems: [],
      importedBefore: false,
    });
    const other = await post(at("/people/import"), { fileId: ready.fileId, plan: "0".repeat(64) });
    expect(other.body).toMatchObject({ status: 409, code: "draft-outdated" });
    const begun = await post(at("/people/import"), { fileId: ready.fileId, plan: ready.plan });
    expect([begun.status, begun.body]).toEqual([202, { state: "running" }]);
    const importStatus = async () => (await get(at("/people/import"))).body;
    await expect.poll(importStatus).toMatchObject({ state: "done" });
    const imported = { first: "p41", last: "p42", count: 2, seq: expect.any(Number) };
    expect(await importStatus()).toEqual({ state: "done", message: null, imported });
    expect((await put(csv)).body).toMatchObject({ importedBefore: true });
  });

  it("share their budget with the pages of the token's owner", async () => {
    app.clock.advance(60_000);
    const codes = new Map<number, number>();
    for (let count = 0; count < 65; count += 1) {
      const { status, headers } = await get(at("/log?upTo=1"));
      codes.set(status, (codes.get(status) ?? 0) + 1);
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect([codes.get(200), codes.get(429)]).toEqual([60, 5]);
    app.clock.advance(60_000);
  });
});

it("an outcome that a page recorded is refused by the API like any other", async () => {
  const [, , third] = picked;
  if (third === undefined) throw new Error("the round picked fewer than three");
  const outcome = { round: 1, position: third, value: "no" } as const;
  const batch = { studyId: study.studyId, accountId: study.operatorId, idempotencyKey: "by-hand-1" };
  await recordOutcomes(app, batch, [outcome]);
  expect((await post(at("/outcomes"), { outcomes: [outcome] })).body).toMatchObject({
    code: "outcome-exists",
  });
});
