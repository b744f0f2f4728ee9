import { expect, it } from "vitest";
import { readResultsTable } from "#server/results/policy/tables.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";
import { broken } from "./broken.ts";
import { makeCast } from "./cast.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();

const cast = await makeCast(app);
await playRound(app, cast.study, []);

const get = (table: string, who: "operator" | "researcher" | "auditor" | null = "researcher", on = app) =>
  fetchAs(on, who && cast.accounts[who].id, `/api/studies/${cast.study.studyId}/results/${table}`);

/** The header of every table, which other programs rely on. */
const heads = {
  reports: "round,t,reported pairs,rounds with a report so far,proven limit",
  loss: 'round,people,picked,outcomes pending,outcomes lost,"wrong per person (estimate), at least","wrong per person (estimate), at most",mean so far (estimate),95% interval from,95% interval to,settled rounds in the mean,known outcomes in the mean',
  picked: "round,people,picked,share picked,mean chance",
  rules: "rule,share,share before",
  limits:
    'round,t,ended in a report,tau,limit,largest difference before,largest difference shown,"moved by, of 1",cut,spent so far',
  moved: "round,person,chance before the limit,chance",
  verdicts:
    "round,higher chance: person,lower chance: person,apart when it was reported,kept closer than,apart now,binding,openings left",
  changed:
    'round,higher chance: person,lower chance: person,flags,annulled,higher then,lower then,"higher then, before the limit","lower then, before the limit",higher now,lower now,"higher now, before the limit","lower now, before the limit"',
  "findings-reports": "rounds,with a report,share,95% interval from,95% interval to,annulled pairs",
  "findings-fields":
    "field,pairs,lower chance: more,equal,less,another value,blank,share with equal or more (of words: equal),95% interval from,95% interval to",
  "findings-agreement": "Krippendorff's alpha,95% interval from,95% interval to,rounds",
  "findings-seats": "seat,rounds,pairs,looked at,unfair,acceptable,not sure",
  "findings-reliability": "seat,looked at,unfair,share,95% interval from,95% interval to",
  "findings-needed":
    "seats,needed flags then,needed flags,rounds,with a report,95% interval from,95% interval to,pairs,reported pairs",
  "findings-disagreements":
    "round,higher chance: person,lower chance: person,flags,needed flags,reported,annulled,seat,verdict",
};

it.each(Object.entries(heads))("%s is a CSV file that is not cached", async (table, head) => {
  const answer = await get(table);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${table}-${cast.study.studyId}.csv"`,
    "cache-control": "no-store",
  });
  const lines = await Array.fromAsync((await readResultsTable(app, cast.study.studyId, table)) ?? []);
  expect(lines[0]).toBe(`${head}\r\n`);
  expect(await answer.text()).toBe(lines.join(""));
});

it.each([
  ["a visitor", null, "reports", 401, "Sign in first."],
  [
    "an auditor",
    "auditor",
    "reports",
    403,
    "Only an operator, a researcher or an observer of this study can do this. You are an auditor in it.",
  ],
  ["another table", "operator", "accounts", 404, "There is no such table."],
  ["a word of the language", "operator", "__proto__", 404, "There is no such table."],
] as const)("%s is refused in plain words, uncached", async (_, who, table, status, message) => {
  const answer = await get(table, who);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ message });
});

it("a draft has no tables", async () => {
  const { studyId, operatorId } = await startDraft(app);
  expect((await fetchAs(app, operatorId, `/api/studies/${studyId}/results/reports`)).status).toBe(409);
});

it("an unexpected error reveals only how to find it in the application log", async () => {
  const { answer, logged } = await broken(app, 2, (on) => get("reports", "operator", on));
  expect(answer.status).toBe(500);
  expect(logged.where).toBe("reports");
  expect(((await answer.json()) as { message: string }).message).toBe(logged.message);
});
