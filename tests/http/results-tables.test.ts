import { expect, it } from "vitest";
import { exportTable, type ResultsTable } from "#server/results/tables/export-table.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";
import { broken } from "./broken.ts";
import { makeCast } from "./cast.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();

const cast = await makeCast(app);
await playRound(app, cast.study, []);

const get = (file: string, who: "operator" | "researcher" | "auditor" | null = "researcher", on = app) =>
  fetchAs(on, who && cast.accounts[who].id, `/api/studies/${cast.study.studyId}/data/${file}`);

/** The header of every table, which other programs rely on. */
const heads: Record<ResultsTable, string> = {
  reports: "round,t,reported_pairs,rounds_with_report,limit",
  loss: "round,people,selected,pending,lost,wrong_per_person_from,wrong_per_person_to,mean,mean_from,mean_to,mean_rounds,mean_outcomes",
  picked: "round,people,selected,selected_share,mean_chance",
  rules: "rule,share,share_before",
  limits: "round,t,reported,guard_tau,guard_limit,base_spread,spread,guard_pull,guard_is_cut,guard_spent",
  moved: "round,position,base_chance,chance",
  remembered: "round,high,low,gap_then,bound,gap_now,binding,openings_left",
  changed:
    "round,high,low,flags,annulled,high_then,low_then,high_base_then,low_base_then,high_now,low_now,high_base_now,low_base_now",
  "findings-reports": "rounds,with_report,share,share_from,share_to,annulled_pairs",
  "findings-fields": "field,pairs,more,equal,less,other,blank,share,share_from,share_to",
  "findings-agreement": "krippendorff_alpha,alpha_from,alpha_to,rounds",
  "findings-seats": "seat,rounds,pairs,looked_at,unfair,acceptable,unsure",
  "findings-reliability": "seat,looked_at,unfair,share,share_from,share_to",
  "findings-needed":
    "seats,needed_flags_then,needed_flags,rounds,with_report,share_from,share_to,pairs,reported_pairs",
  "findings-disagreements": "round,high,low,flags,needed_flags,reported,annulled,seat,verdict",
};

it.each(Object.entries(heads))("%s is a CSV file that is not cached", async (table, head) => {
  const { studyId } = cast.study;
  const answer = await get(`${table}.csv`);
  expect(answer.status).toBe(200);
  const made = await exportTable(app, studyId, `${table}.csv`);
  expect(made?.savedAs).toMatch(new RegExp(`^${table}-${studyId}-\\d+\\.csv$`));
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${made?.savedAs}"`,
    "cache-control": "no-store",
  });
  const lines = await Array.fromAsync(made?.pieces ?? []);
  expect(lines[0]).toBe(`${head}\r\n`);
  expect(await answer.text()).toBe(lines.join(""));
});

it.each([
  ["a visitor", null, "reports.csv", 401, "Sign in first."],
  [
    "an auditor",
    "auditor",
    "reports.csv",
    403,
    "Only an operator, a researcher or an observer of this study can do this. You are an auditor in it.",
  ],
  ["another table", "operator", "accounts.csv", 404, "There is no such file."],
  ["a word of the language", "operator", "__proto__.csv", 404, "There is no such file."],
  ["a table as of an earlier entry", "operator", "reports.csv?upTo=3", 404, "There is no such file."],
] as const)("%s is refused in plain words, uncached", async (_, who, table, status, message) => {
  const answer = await get(table, who);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ message });
});

it("a draft has no tables", async () => {
  const { studyId, operatorId } = await startDraft(app);
  expect((await fetchAs(app, operatorId, `/api/studies/${studyId}/data/reports.csv`)).status).toBe(409);
});

it("an unexpected error reveals only how to find it in the application log", async () => {
  const { answer, logged } = await broken(app, 2, (on) => get("reports.csv", "operator", on));
  expect(answer.status).toBe(500);
  expect(logged.where).toBe("reports.csv");
  expect(((await answer.json()) as { message: string }).message).toBe(logged.message);
});
