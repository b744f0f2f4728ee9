import { beforeAll, expect, it } from "vitest";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { prepareSession } from "#server/accounts/sessions.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { addReader } from "#server/studies/seats.ts";
import { freshSession } from "#tests/setup/context.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as, person } = makeStage();
let study: TestStudy;
let studyId: string;
let researcher: { id: string };

beforeAll(async () => {
  study = await publishedStudy(app(), { name: "watched" });
  studyId = study.studyId;
  researcher = await person("researcher");
  await addReader(app(), { studyId, accountId: researcher.id, role: "researcher" });
  await playRound(app(), study, []);
  await playRound(app(), study, []);
  await openRound(app(), { studyId });
  await addNeighbour(store(), studyId);
});

const results = () => as(researcher).results;

it("the figures of groups are those of the study, which has no groups", async () => {
  expect(await results().groups({ studyId })).toMatchObject({ columns: [], openRounds: [3], figures: null });
});

it("the overview and the policy are those of the study", async () => {
  const overview = await results().overview({ studyId });
  expect(overview.closed.map(({ round, personCount }) => [round, personCount])).toEqual([
    [1, 4],
    [2, 4],
  ]);
  // Eight cuts in two directions, plus the rules that pick all people and none.
  expect(overview).toMatchObject({ openRounds: [3], ruleCount: 18 });
  const policy = await results().policy({ studyId });
  expect(JSON.stringify(policy)).toContain("income");
  expect(policy.comparison?.heaviest).toHaveLength(10);
});

it("the panel's changes and findings are those of the study", async () => {
  expect(await results().changes({ studyId })).toMatchObject({ ground: { closedCount: 2, reportCount: 0 } });
  expect(await results().changedPairs({ studyId, round: 1 })).toMatchObject({ policyOf: 3, pairs: [] });
  const { findings, openRounds: numbers } = await results().findings({ studyId });
  expect(numbers).toEqual([3]);
  expect(findings?.reports).toMatchObject({ reports: 0, rounds: 2 });
});

it("the panel's distances are those of closed rounds, with an estimate once there are enough", async () => {
  const view = await results().distances({ studyId });
  expect(view).toMatchObject({ alpha: expect.any(String), metric: null });
  expect(view.listed.every(({ round }) => round < 3)).toBe(true);
  expect(view.fields.length).toBeGreaterThan(0);
});

it("both roles see a disputed pair; only the operator sees identifiers of its people", async () => {
  const disputed = await publishedStudy(app(), {
    ...{ name: "disputed", identifiers: madeUpPeople(120).map((_, index) => `case-${index}`) },
    rules: {
      thresholds: [{ source: 0, direction: "above", by: "typed", count: "", values: "20 40 60 80" }],
    },
  });
  await addReader(app(), { studyId: disputed.studyId, accountId: researcher.id, role: "researcher" });
  await playRound(app(), disputed, [() => true, () => false]);
  const namesFor = async (who: { id: string }) => {
    const { findings } = await as(who).results.findings({ studyId: disputed.studyId });
    return findings?.disputed.flatMap(({ high, low }) => [high.identifiers, low.identifiers]) ?? [];
  };
  const toOperator = await namesFor({ id: disputed.operatorId });
  const toResearcher = await namesFor(researcher);
  expect(toOperator.length).toBeGreaterThan(0);
  expect(toOperator).toEqual(toOperator.map(() => [expect.any(String)]));
  expect(toResearcher).toEqual(toOperator.map(() => null));
});

it("the next rounds are rehearsed after three, and the rehearsal is cancelled", async () => {
  const judged = await publishedStudy(app(), { name: "judged" });
  const ofStudy = { studyId: judged.studyId };
  const { panelRehearsal } = as({ id: judged.operatorId }).results;
  for (let round = 0; round < 3; round++) await playRound(app(), judged, [() => true]);
  await panelRehearsal.start(ofStudy);
  await panelRehearsal.cancel(ofStudy);
  expect(await panelRehearsal.read(ofStudy)).toMatchObject({ progress: null, failure: null });
});

it("the study's data are listed with the meaning of every column", async () => {
  const { head, tables, descriptions, hasDecisions } = await results().data({ studyId });
  expect(head.seq).toBeGreaterThan(10);
  expect(hasDecisions).toBe(true);
  const features = tables.find(({ name }) => name === "features");
  expect(features).toMatchObject({ files: ["features.csv", "features.parquet"], hasFeatures: true });
  expect(features?.columns.map(({ name }) => name)).toEqual(["person", "income", "years", "housing"]);
  expect(tables.filter(({ hasFeatures }) => !hasFeatures)).toHaveLength(12);
  expect(descriptions.map(({ file }) => file)).toEqual([
    ...["dictionary.csv", "datasheet.md", "croissant.json", "manifest.json"],
  ]);
});

it("remembered verdicts exist in guarded mode only", async () => {
  expect(await results().verdicts({ studyId })).toBeNull();
  const guarded = await publishedStudy(app(), { name: "guarded", settings: { mode: "guarded" } });
  await addReader(app(), { studyId: guarded.studyId, accountId: researcher.id, role: "researcher" });
  const remembered = await results().verdicts({ studyId: guarded.studyId });
  expect(remembered).toMatchObject({ openRound: null, verdicts: [] });
});

it("rounds are read newest first, or only those below a number", async () => {
  const numbers = async (before?: number) =>
    (await results().rounds({ studyId, ...(before && { before }) })).rounds.map(({ number }) => number);
  expect([await numbers(), await numbers(3), await numbers(2)]).toEqual([[3, 2, 1], [2, 1], [1]]);
});

it("the list of rounds is searched and sorted by its parameters", async () => {
  const list = await results().roundList({ studyId, isDescending: false });
  expect(list.rounds.map(({ number }) => number)).toEqual([1, 2, 3]);
  const found = await results().roundList({ studyId, search: "Round 2" });
  expect([found.foundCount, found.roundCount, found.rounds[0]?.number]).toEqual([1, 3, 2]);
});

it("an entry is read by its number", async () => {
  const entry = await results().entry({ studyId, seq: 1 });
  expect(entry).toMatchObject({ seq: 1, type: "study.created" });
  expect(JSON.parse(entry.entry)).toMatchObject({ seq: 1, study: studyId });
});

async function withSession(accountId: string) {
  const { sessionId, insert } = prepareSession(app(), accountId, "a browser");
  await store().tx(insert);
  const ref = hashToken(sessionId);
  const account = { id: accountId, email: "", displayName: "", platformRole: "member" as const };
  return { ref, caller: as(account, { session: { ...freshSession(app(), account), ref } }) };
}

/** Returns the first event of the stream. */
async function firstEvent(accountId: string) {
  const { caller } = await withSession(accountId);
  for await (const event of await caller.results.events({ studyId })) return event;
  throw new Error("the stream ended before it began");
}

it("the stream tells watchers the head of the log, and auditors only about themselves", async () => {
  const [id, toResearcher] = (await firstEvent(researcher.id)) as unknown as [string, object];
  expect(toResearcher).toMatchObject({ head: Number(id), round: { number: 3, state: "open" }, own: null });
  const [, toAuditor] = (await firstEvent(study.auditorIds[1] ?? "")) as unknown as [string, object];
  expect(toAuditor).toMatchObject({ head: null, round: { number: 3 }, own: { seat: "s2" } });
});

it("the stream of an ended session is refused like that of an unknown session", async () => {
  const { caller } = await withSession(researcher.id);
  const account = { ...researcher, email: "", displayName: "", platformRole: "member" as const };
  const elsewhere = as(researcher, { session: { ...freshSession(app(), account), ref: "f".repeat(64) } });
  const listening = (async () => {
    for await (const event of await elsewhere.results.events({ studyId })) return event;
    return undefined;
  })();
  await expect(listening).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await caller.results.entry({ studyId, seq: 2 })).toMatchObject({ seq: 2 });
});

it("the policy of a round gives chances to researchers, equal to the log's to the last bit", async () => {
  const policy = await results().policyFile({ studyId, round: 2 });
  expect(policy).toMatchObject({ study: studyId, round: 2, rulesInClass: 18 });
  const people = [{ income: 50, years: 3, housing: "own" }];
  const { chances } = await results().policyChances({ studyId, round: 2, people });
  expect(chances).toHaveLength(1);
  const card = await results().modelCard({ studyId, round: 2 });
  expect(card).toContain(`log entry ${policy.opening.seq}, \`${policy.opening.hash}\``);
  expect(card).toContain("Before this round 1 rounds with 4 people were closed");
  const csv = "income;years;housing\n50;3;own\n";
  const ofFile = await results().policyChancesOfFile({ studyId, round: 2, csv });
  expect(ofFile).toEqual({ rows: [2], chances, warnings: [] });
});

it("values that no person in the rounds had get a chance and a warning with their row of the file", async () => {
  const csv = "income;years;housing\n50;3;own\n-7;3;own\n1e9;;barn\n";
  const { rows, chances, warnings } = await results().policyChancesOfFile({ studyId, round: 2, csv });
  expect([rows, chances.map(Number).every((chance) => chance >= 0 && chance <= 1)]).toEqual([
    [2, 3, 4],
    true,
  ]);
  const unseen = (row: number, field: string, value: string) => ({
    ...{ row, field },
    message: `Row ${row}, column “${field}”: no one in the study’s rounds had a value like “${value}”. The chance is computed all the same.`,
  });
  expect(warnings).toEqual([
    unseen(3, "income", "-7"),
    unseen(4, "income", "1000000000"),
    unseen(4, "housing", "barn"),
  ]);
  const wrong = results().policyChancesOfFile({ studyId, round: 2, csv: csv.replace("-7", "much") });
  const { problems } = await refused(cause(wrong), "bad-input");
  expect(problems).toMatchObject([{ row: 3, field: "income", message: expect.stringContaining("“much”") }]);
});
