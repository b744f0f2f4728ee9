import { afterAll, beforeAll, expect, it } from "vitest";
import { readWatchTable } from "#server/services/watching/tables.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { playRound } from "#tests/setup/play.ts";
import { startDraft } from "../services/drafts/drafting.ts";
import { broken } from "./broken.ts";
import { type Cast, makeCast } from "./cast.ts";
import { fetchAs } from "./routes.ts";

const engine = sqliteEngine();
let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = testApp(await engine.openStore());
  cast = await makeCast(app);
  await playRound(app, cast.study, []);
});

afterAll(async () => {
  await app.close();
  await engine.cleanUp();
});

const get = (table: string, who: "operator" | "researcher" | "auditor" | null = "researcher", on = app) =>
  fetchAs(on, who && cast.accounts[who].id, `/api/studies/${cast.study.studyId}/watch/${table}`);

it.each([
  "reports",
  "entropy",
  "loss",
  "picked",
  "rules",
  "limits",
  "moved",
  "verdicts",
  "changed",
  "kinds",
  "findings-reports",
  "findings-fields",
  "findings-agreement",
  "findings-seats",
  "findings-needed",
  "findings-disagreements",
])("%s is a table as a CSV file that nobody stores on the way", async (table) => {
  const answer = await get(table);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${table}-${cast.study.studyId}.csv"`,
    "cache-control": "no-store",
  });
  const lines = await Array.fromAsync((await readWatchTable(app, cast.study.studyId, table)) ?? []);
  expect(await answer.text()).toBe(lines.join(""));
});

it.each([
  ["nobody", null, "reports", 401, "Sign in first."],
  [
    "an auditor",
    "auditor",
    "reports",
    403,
    "Only an operator or a researcher of this study can download its tables.",
  ],
  ["another table", "operator", "accounts", 404, "There is no such table."],
  ["a word of the language", "operator", "__proto__", 404, "There is no such table."],
] as const)("%s is refused in plain words that nobody stores", async (_, who, table, status, message) => {
  const answer = await get(table, who);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ message });
});

it("a draft has no tables yet", async () => {
  const { studyId, operatorId } = await startDraft(app);
  expect((await fetchAs(app, operatorId, `/api/studies/${studyId}/watch/reports`)).status).toBe(409);
});

it("an error nobody foresaw says nothing of itself, but how to find it in the diary", async () => {
  const { answer, diary } = await broken(app, 2, (on) => get("reports", "operator", on));
  expect(answer.status).toBe(500);
  expect(diary.where).toBe("table");
  expect(((await answer.json()) as { message: string }).message).toBe(diary.message);
});
