import { expect, it } from "vitest";
import { insertRun } from "#db/queries/runs.ts";
import { bringRunBack, removeRun, renameRun } from "#server/results/simulations/change-run.ts";
import { compareRuns, readRuns } from "#server/results/simulations/read-runs.ts";
import { startRehearsal } from "#server/results/simulations/rehearse.ts";
import {
  beginAgain,
  cancelSimulation,
  startSimulation,
} from "#server/results/simulations/start-simulation.ts";
import { takeOutRun } from "#server/results/simulations/take-out.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { readResultLines } from "#server/simulation/results.ts";
import { discardDraft } from "#server/studies/drafts/open-draft.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { silentAfter } from "#tests/setup/failing-writes.ts";
import { refused } from "#tests/setup/refusal.ts";
import { completeDraft, type Drafting, startDraft } from "#tests/studies/drafts/drafting.ts";
import { long, small } from "./simulations.ts";

describeEngines("the runs of a study", async (openStore) => {
  const app = testApp(await openStore());

  const simulate = (by: Drafting, settings = small, name = "A run") =>
    startSimulation(app, { studyId: by.studyId, accountId: by.operatorId, name, settings });
  const runsOf = async ({ studyId }: Drafting) => (await readRuns(app, studyId)).runs;

  /** A finished rehearsal of a draft whose people have outcomes. */
  async function rehearsed(): Promise<Drafting> {
    const drafting = await completeDraft(app);
    const { rehearsal, settings } = (await drafting.view()).draft;
    const others = [{ setting: "neededFlags" as const, value: "2" }];
    const { revision } = await drafting.save({
      settings: { ...settings, horizon: "10", afterHorizon: "end" },
      rehearsal: { ...rehearsal, runs: "5", outcome: { source: 4, yes: ["1"], share: "50" }, others },
    });
    const { studyId, operatorId: accountId } = drafting;
    await (await startRehearsal(app, { studyId, accountId, revision })).finished;
    return drafting;
  }

  it("are simulated in a worker, report progress, and are compared", async () => {
    const drafting = await startDraft(app);
    const { id, finished } = await simulate(drafting);
    expect(await runsOf(drafting)).toMatchObject([
      { id, name: "A run", state: "running", failure: null, figures: null },
    ]);
    await finished;
    const [run] = await runsOf(drafting);
    expect(run).toMatchObject({ state: "done", progress: null });
    expect(run?.about).toEqual({
      ...{ learner: "guarded", world: "synthetic 8/12/7, flip:0.5", rounds: 30, people: 4, alpha: "0.2" },
      ...{ seats: 4, neededFlags: 2, rule: null, runs: 2, firstSeed: 3 },
      ...{ selection: "everyone", members: 4, candidates: null, openRounds: 1 },
    });
    const { studyId } = drafting;
    expect(await readRuns(app, studyId)).toMatchObject({ removed: [] });
    const { files } = await takeOutRun(app, { studyId, id });
    const cells = (files.find(({ name }) => name === "results.jsonl")?.text ?? "").trimEnd().split("\n");
    const figureOf = (name: string) => {
      const [one, other] = cells.map((cell) => JSON.parse(cell)[name] as number);
      const [low, high] = [one ?? 0, other ?? 0].sort((a, b) => a - b);
      return { mean: ((one ?? 0) + (other ?? 0)) / 2, low, high };
    };
    expect(run?.figures).toMatchObject({
      violatingRounds: figureOf("violatingRounds"),
      errorRegret: figureOf("errorRegret"),
      error: figureOf("errorPerPerson"),
      yardsticks: { acceptNone: figureOf("yesShare"), inForce: null },
    });
    const [course] = await compareRuns(app, { studyId, ids: [id] });
    expect(course?.rounds.at(0)).toBe(1);
    expect(course?.rounds.at(-1)).toBe(30);
    const ends = course?.violations.each.map((values) => values.at(-1) ?? Number.NaN) ?? [];
    expect(ends).toHaveLength(2);
    expect(course?.violations.mean.at(-1)).toBe(((ends[0] ?? 0) + (ends[1] ?? 0)) / 2);
    expect(run?.figures?.violatingRounds.mean).toBe(course?.violations.mean.at(-1));
    expect(run?.figures?.errorRegret?.high).toBe(
      Math.max(...(course?.regret?.each.map((values) => values.at(-1) ?? 0) ?? [])),
    );
    const other = await startDraft(app);
    expect(await runsOf(other)).toEqual([]);
    expect(await compareRuns(app, { studyId: other.studyId, ids: [id] })).toEqual([]);
    await refused(takeOutRun(app, { studyId: other.studyId, id }), "not-found");
    await refused(removeRun(app, { studyId: other.studyId, id }), "not-found");
    await refused(renameRun(app, { studyId: other.studyId, id, name: "Mine" }), "not-found");
  });

  it("have panels with seats for both groups if a lot has quotas", async () => {
    const drafting = await startDraft(app);
    const { studyId } = drafting;
    const lot = { ...small, selection: "stratified" as const, members: 10, groupShare: 20, seeds: 1 };
    const { id, finished } = await simulate(drafting, lot);
    await finished;
    const [run] = await runsOf(drafting);
    expect(run).toMatchObject({ state: "done", about: { selection: "stratified", seats: 4, members: 10 } });
    const { files } = await takeOutRun(app, { studyId, id });
    const plan = JSON.parse(files.find(({ name }) => name === "plan.json")?.text ?? "");
    const { lottery, attributes } = plan.panel.selection;
    const groups = attributes.map(([{ value }]: [{ value: string }]) => value).join("");
    expect(groups).toBe("BBBBABBBBA");
    expect(lottery.types.map(({ seats }: { seats: number }) => seats)).toEqual([2, 8]);
    for (const { counts } of lottery.panels) expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    const { problems } = await refused(simulate(drafting, { ...lot, groupShare: 1 }), "quotas-not-met");
    expect(problems).toEqual([]);
  });

  it("run one at a time per study, and are cancelled at once", async () => {
    const drafting = await startDraft(app);
    const { studyId } = drafting;
    const { id, finished } = await simulate(drafting, long);
    await refused(simulate(drafting), "busy");
    await refused(removeRun(app, { studyId, id }), "busy");
    await refused(takeOutRun(app, { studyId, id }), "bad-input");
    const progress = async () => (await runsOf(drafting))[0]?.progress;
    await expect.poll(async () => (await progress())?.done).toBeGreaterThan(0);
    expect((await progress())?.total).toBe(100_000);
    await cancelSimulation(app, studyId);
    await finished;
    expect(await runsOf(drafting)).toMatchObject([{ id, state: "cancelled", progress: null, figures: null }]);
    await cancelSimulation(app, studyId);
    expect(await compareRuns(app, { studyId, ids: [id] })).toEqual([]);
    // Its thread was ended: the next run uses another one.
    await (await simulate(drafting)).finished;
    expect((await runsOf(drafting)).map(({ state }) => state)).toEqual(["done", "cancelled"]);
  });

  it("can be restored for ten minutes after removal, and are then deleted", async () => {
    const drafting = await startDraft(app);
    const { studyId } = drafting;
    const { id, finished } = await simulate(drafting, { ...small, seeds: 1 });
    await finished;
    const [course] = await compareRuns(app, { studyId, ids: [id] });
    expect([course?.rounds.at(-1), course?.violations.each]).toEqual([30, [course?.violations.mean]]);
    const [before] = await runsOf(drafting);
    await removeRun(app, { studyId, id });
    expect(await readRuns(app, studyId)).toMatchObject({ runs: [], removed: [{ id, name: "A run" }] });
    expect(await compareRuns(app, { studyId, ids: [id] })).toEqual([]);
    for (const act of [removeRun, takeOutRun]) await refused(act(app, { studyId, id }), "not-found");
    await refused(renameRun(app, { studyId, id, name: "Ghost" }), "not-found");
    await refused(bringRunBack(app, { studyId: (await startDraft(app)).studyId, id }), "not-found");

    app.clock.advance(9 * 60_000);
    await bringRunBack(app, { studyId, id });
    expect(await readRuns(app, studyId)).toMatchObject({ runs: [before], removed: [] });
    const { message } = await refused(bringRunBack(app, { studyId, id }), "not-found");
    expect(message).toBe(
      "There is no such run to bring back: it was removed more than 10 minutes ago, or it is there already.",
    );

    await removeRun(app, { studyId, id });
    app.clock.advance(11 * 60_000);
    expect((await readRuns(app, studyId)).removed).toEqual([]);
    await refused(bringRunBack(app, { studyId, id }), "not-found");
    const rows = () => app.store.read((db) => db.q.select({ id: db.t.run.id }).from(db.t.run));
    const next = await simulate(drafting);
    await next.finished;
    expect((await rows()).map((row) => row.id)).not.toContain(id);
    // The next removal also deletes them, of any run that is not running.
    const last = await simulate(drafting);
    await last.finished;
    await removeRun(app, { studyId, id: next.id });
    app.clock.advance(11 * 60_000);
    await removeRun(app, { studyId, id: last.id });
    expect((await rows()).map((row) => row.id)).not.toContain(next.id);
  });

  it("can be restarted in place with the same settings if they failed", async () => {
    const drafting = await startDraft(app);
    const { studyId, operatorId: accountId } = drafting;
    const silent = silentAfter(app, 2);
    const request = { studyId, accountId, name: "Lost", settings: small };
    const lost = await startSimulation(silent.app, request);
    await silent.isWaiting;
    const again = { studyId, accountId, id: lost.id };
    await refused(beginAgain(app, again), "busy");
    app.clock.advance(61_000);
    const [interrupted] = await runsOf(drafting);
    expect(interrupted).toMatchObject({ id: lost.id, state: "interrupted" });
    const { id, finished } = await beginAgain(app, again);
    await finished;
    // The earlier process resumes, and has nothing to write to.
    silent.wakeUp();
    await lost.finished;
    const [run, ...others] = await runsOf(drafting);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ id, name: "Lost", state: "done", about: interrupted?.about });
    await refused(beginAgain(app, again), "not-found");
    const { message } = await refused(beginAgain(app, { ...again, id }), "bad-input");
    expect(message).toBe("This run has a result: its command repeats it.");
  });

  it("give the reason of a failure: the learner's refusal, the time, or a stopped server", async () => {
    const drafting = await startDraft(app);
    await (await simulate(drafting, { ...small, types: 2, rules: 100 })).finished;
    expect(await runsOf(drafting)).toMatchObject([
      {
        state: "failed",
        failure: expect.stringContaining("There are too few types of people for so many different rules."),
      },
    ]);
    const tooLong = await simulate(drafting, long, "Too long");
    const progress = async () => (await runsOf(drafting))[0]?.progress?.done;
    await expect.poll(progress).toBeGreaterThan(0);
    app.clock.advance(runLimits.minutes * 60_000);
    await tooLong.finished;
    expect((await runsOf(drafting))[0]).toMatchObject({
      state: "failed",
      failure: expect.stringMatching(/^This took longer than 60 minutes and was stopped/),
    });
    const silent = silentAfter(app, 2);
    const { studyId, operatorId: accountId } = drafting;
    const { finished } = await startSimulation(silent.app, {
      studyId,
      accountId,
      name: "Lost",
      settings: small,
    });
    await silent.isWaiting;
    app.clock.advance(61_000);
    expect((await runsOf(drafting))[0]).toMatchObject({ name: "Lost", state: "interrupted", failure: null });
    silent.wakeUp();
    await finished;
    expect((await runsOf(drafting))[0]).toMatchObject({ name: "Lost", state: "done" });
  });

  it("include rehearsals, without people's cells", async () => {
    const drafting = await rehearsed();
    const { studyId } = drafting;
    const [run] = await runsOf(drafting);
    expect(run).toMatchObject({ name: "Rehearsal 1", state: "done" });
    const id = run?.id ?? "";
    const { about } = run ?? {};
    expect(about).toMatchObject({
      learner: "exp2 guarded",
      world: "people.tsv",
      rounds: 10,
      runs: 5,
      firstSeed: 1,
    });
    expect(run?.figures?.errorRegret).toBeNull();
    const taken = await takeOutRun(app, { studyId, id });
    const texts = new Map(taken.files.map(({ name, text }) => [name, text]));
    expect([...texts.keys()]).toEqual(["run.json", "plan.json", "results.jsonl", "series.csv"]);
    const cells = readResultLines(texts.get("results.jsonl") ?? "");
    expect(cells.map(({ learner, seed }) => `${learner}${seed}`)).toEqual(
      ["A", "B", "A-strict", "A-mild"].flatMap((name) => [1, 2, 3, 4, 5].map((seed) => name + seed)),
    );
    for (const { examples } of cells) {
      expect(examples).toHaveLength(6);
      for (const example of examples ?? [])
        expect(Object.keys(example)).toEqual(["place", "rounds", "chances"]);
    }
    expect(parsePlan(JSON.parse(texts.get("plan.json") ?? ""))).toMatchObject({
      learners: [{ name: "A" }, { name: "B" }, { name: "A-strict" }, { name: "A-mild" }],
    });

    const [course] = await compareRuns(app, { studyId, ids: [id] });
    expect(course?.regret).toBeNull();
    expect(course?.rounds).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    // The chart includes the draft's setting.
    const own = cells
      .slice(0, 5)
      .map(({ series = [] }) => series.map(({ violatingRounds }) => violatingRounds));
    expect(course?.violations.each).toEqual(own);
    expect(course?.violations.mean.at(-1)).toBeCloseTo(run?.figures?.violatingRounds.mean ?? -1, 12);
    const rows = texts.get("series.csv")?.trimEnd().split("\n") ?? [];
    expect(rows).toHaveLength(1 + 4 * 5 * 10);

    await renameRun(app, { studyId, id, name: "Second thought" });
    expect((await runsOf(drafting))[0]?.name).toBe("Second thought");
    await discardDraft(app, studyId);
    expect(await runsOf(drafting)).toEqual([]);
  });

  it("are refused above the limit", async () => {
    const full = await rehearsed();
    await removeRun(app, { studyId: full.studyId, id: (await runsOf(full))[0]?.id ?? "" });
    const row = {
      ...{ studyId: full.studyId, createdBy: full.operatorId, name: "One more" },
      ...{ about: "{}", plan: "{}", figures: "{}", result: "{}", createdAt: 1 },
    };
    const ids = Array.from({ length: runLimits.kept }, () => app.newId());
    await app.store.tx(async (tx) => {
      for (const id of ids) await insertRun(tx, { ...row, id });
    });
    const { revision } = (await full.view()).draft;
    const ofFull = { studyId: full.studyId, accountId: full.operatorId, revision };
    const { message: room } = await refused(startRehearsal(app, ofFull), "bad-input");
    expect(room).toBe("This study keeps 100 runs already: remove one that is no longer needed.");
    await refused(simulate(full), "bad-input");
    // A removed run whose place was taken meanwhile cannot be restored.
    const removed = { studyId: full.studyId, id: ids[0] ?? "" };
    await removeRun(app, removed);
    await app.store.tx((tx) => insertRun(tx, { ...row, id: app.newId() }));
    await refused(bringRunBack(app, removed), "bad-input");
  });
});
