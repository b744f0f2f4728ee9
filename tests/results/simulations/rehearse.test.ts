import { expect, it } from "vitest";
import { findRun } from "#db/queries/runs.ts";
import { readRuns } from "#server/results/simulations/read-runs.ts";
import { readRehearsal, readStrictnessPairs, startRehearsal } from "#server/results/simulations/rehearse.ts";
import {
  beginAgain,
  cancelSimulation,
  startSimulation,
} from "#server/results/simulations/start-simulation.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { startPublishing } from "#server/studies/drafts/publish-job.ts";
import type { StudyDraft } from "#server/study/draft.ts";
import type { QuotaDraft } from "#server/study/panel-selection-draft.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { silentAfter } from "#tests/setup/failing-writes.ts";
import { refused } from "#tests/setup/refusal.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";
import { completeDraft, type Drafting, startDraft, tabbedFile } from "#tests/studies/drafts/drafting.ts";
import { small } from "./simulations.ts";

describeEngines("a rehearsal", async (openStore, engine) => {
  const app = testApp(await openStore());

  async function draftFor(
    settings: Partial<StudyDraft["settings"]> = {},
    rehearsal: Partial<StudyDraft["rehearsal"]> = {},
  ): Promise<Drafting> {
    const drafting = await completeDraft(app);
    const { draft } = await drafting.view();
    const [first, second] = draft.rules.thresholds;
    if (first === undefined || second === undefined) throw new Error("two numbers with cuts");
    await drafting.save({
      rules: {
        ...draft.rules,
        thresholds: [
          { ...first, direction: "at-most" },
          { ...second, direction: "above" },
        ],
      },
      settings: { ...draft.settings, seats: "3", neededFlags: "1", quorum: "0", ...settings },
      rehearsal: { ...draft.rehearsal, runs: "5", ...rehearsal },
    });
    return drafting;
  }

  async function begin({ studyId, operatorId, view }: Drafting, by = app) {
    const { revision } = (await view()).draft;
    return startRehearsal(by, { studyId, accountId: operatorId, revision });
  }

  async function played(drafting: Drafting) {
    await (await begin(drafting)).finished;
    return readRehearsal(app, drafting.studyId);
  }

  it("chooses each panel by the draft's lot, from the planned number of auditors", async () => {
    const quotas = [{ attribute: "region", value: "north", least: "2", most: "2" }];
    const panelSelection = { how: "stratified" as const, quotas };
    const drafting = await draftFor({ panelSelection }, { members: "8" });
    const { failure, result } = await played(drafting);
    expect(failure).toBeNull();
    expect(result?.settings[0]?.points.at(-1)?.reports.mean).toBeGreaterThan(0);
    const { runs } = await readRuns(app, drafting.studyId);
    expect(runs[0]?.about).toMatchObject({ seats: 3, members: 8, selection: "stratified" });
    const tooMany = quotas.map((quota) => ({ ...quota, least: "3", most: "3" }));
    const impossible = await draftFor(
      {
        panelSelection: {
          ...panelSelection,
          quotas: [...tooMany, { ...tooMany[0], value: "south" }] as QuotaDraft[],
        },
      },
      { members: "6" },
    );
    const { message } = await refused(begin(impossible), "quotas-not-met");
    expect(message).toContain("region north: 3 to 3; region south: 3 to 3");
  });

  /** Returns the plan of the study's newest run. */
  async function planOf({ studyId }: Drafting) {
    const { runs } = await readRuns(app, studyId);
    const run = await app.store.read((db) => findRun(db, studyId, runs[0]?.id ?? ""));
    return JSON.parse(run?.plan ?? "null");
  }

  it("plays the study's people and settings, and stores the result", async () => {
    const drafting = await draftFor(
      {},
      { outcome: { source: 4, yes: ["1"], share: "50" }, others: [{ setting: "neededFlags", value: "3" }] },
    );
    const { progress, failure, result, isCurrent } = await played(drafting);
    expect({ progress, failure, isCurrent }).toEqual({ progress: null, failure: null, isCurrent: true });
    // Half of the twelve have outcome 1.
    expect(result).toMatchObject({ runs: 5, lookedAt: 12, count: 12, yesShare: 0.5 });
    expect(result?.examples).toHaveLength(6);
    const [a, b] = result?.settings ?? [];
    expect(a?.points).toHaveLength(50);
    expect(b?.change).toEqual({ setting: "neededFlags", value: "3" });
    // One needed flag gives more reports than three, and never more than guaranteed.
    expect(a?.points[49]?.reports.mean).toBeGreaterThan(0);
    for (const { reports, most } of [...(a?.points ?? []), ...(b?.points ?? [])])
      expect(reports.high).toBeLessThanOrEqual(most ?? -1);
    // An even draw picks as many as the chances add up to: rounds of four, 50 of them.
    expect(a?.points[49]?.picked.high).toBeLessThanOrEqual(200);
    expect(a?.points[49]?.wrong.mean).toBeGreaterThan(0);

    // No column has the decisions of the rule in force.
    expect(a).toMatchObject({ hasNumber: true, yardsticks: { acceptNone: 0.5, inForce: null } });

    expect((await played(drafting)).result).toEqual(result);
    const { rehearsal } = (await drafting.view()).draft;
    await drafting.save({ rehearsal: { ...rehearsal, seconds: "30" } });
    expect(await readRehearsal(app, drafting.studyId)).toMatchObject({ isCurrent: false, result });
  });

  // A worker's results do not depend on the engine.
  if (engine.name === "sqlite") {
    it("compares with the rule in force if a column has its decisions", async () => {
      const drafting = await draftFor({}, { outcome: { source: 4, yes: ["1"], share: "50" } });
      const { people } = (await drafting.view()).draft;
      if (people === null) throw new Error("a draft without people");
      // A31 is picked, A30 is not: row 1 has A30 and outcome 1, row 2 has A31 and outcome 2, and so on: always wrong.
      const decisions = { role: "chance" as const, type: "category" as const, yes: ["A31"], no: ["A30"] };
      const columns = people.columns.map((each) => (each.source === 2 ? { ...each, ...decisions } : each));
      await drafting.save({ people: { ...people, columns } });
      const { result, failure } = await played(drafting);
      expect(failure).toBeNull();
      expect(result?.settings[0]?.yardsticks.inForce).toBe(1);
    });

    it("shows the range from strict to mild panels, and the one fitted to six answers", async () => {
      const drafting = await draftFor();
      const assumed = (await played(drafting)).result;
      expect(assumed?.fitted).toBeNull();
      expect(assumed?.panels.map(({ panel }) => panel)).toEqual(["strict", "chosen", "mild"]);
      const [strict, chosen, mild] = assumed?.panels ?? [];
      expect(strict?.judged.mean).toBeGreaterThan(0);
      expect(strict?.reports.mean).toBeGreaterThanOrEqual(mild?.reports.mean ?? Number.NaN);
      expect(chosen?.reports).toEqual(assumed?.settings[0]?.points.at(-1)?.reports);

      const { pairs, people } = await readStrictnessPairs(app, drafting.studyId);
      expect(pairs).toHaveLength(6);
      expect(people.find(({ place }) => place === pairs[0]?.high)?.cells.length).toBeGreaterThan(0);
      // A panel that accepts 60 points between the extreme people; pairs above 10 points are judged.
      const answers = pairs.map((pair) => ({ ...pair, isUnfair: pair.gap > 10 + 60 * pair.distance }));
      const answer = async (strictness: StudyDraft["rehearsal"]["strictness"]) => {
        const { rehearsal } = (await drafting.view()).draft;
        await drafting.save({ rehearsal: { ...rehearsal, strictness } });
      };
      await answer({ answers, isForced: false });
      const fitted = (await played(drafting)).result;
      expect(fitted?.fitted?.points).toBeGreaterThanOrEqual(45);
      expect(fitted?.fitted?.points).toBeLessThanOrEqual(75);
      expect(fitted?.panels).toHaveLength(3);
      const names = (await planOf(drafting)).learners.map(({ name }: { name: string }) => name);
      expect(names).toEqual(["A", "A-strict", "A-mild"]);

      // A larger gap of a more similar pair is fair, a smaller one of a less similar pair is not.
      const opposite = answers.map((each) => ({ ...each, isUnfair: !each.isUnfair }));
      await answer({ answers: opposite, isForced: false });
      const { problems } = await refused(begin(drafting), "bad-input");
      expect(problems).toMatchObject([
        { field: "strictness", message: expect.stringMatching(/^Two answers contradict each other: /) },
      ]);
      await answer({ answers: opposite, isForced: true });
      expect((await played(drafting)).failure).toBeNull();

      await answer({ answers: answers.map((each) => ({ ...each, gap: each.gap + 1 })), isForced: true });
      const { message } = await refused(begin(drafting), "bad-input");
      expect(message).toMatch(/changed after you answered about the pairs/);
    });

    it("plays every learner, up to the end of a shorter study", async () => {
      const ends = { horizon: "6", afterHorizon: "end" } as const;
      const learners: Partial<StudyDraft["settings"]>[] = [
        { learner: "ftpl", mode: "known", ...ends },
        { learner: "ftpl", mode: "paper", pairRule: "largest-gap", ...ends },
        { mode: "ix", ...ends },
        { mode: "paper", pairRule: "most-flags", ...ends },
        { mode: "known", draw: "one-rule" },
      ];
      for (const settings of learners) {
        const { failure, result } = await played(await draftFor(settings));
        expect(failure).toBeNull();
        const [own] = result?.settings ?? [];
        expect(own?.points.map(({ most }) => most)).toEqual(
          Array(settings.horizon === undefined ? 50 : 6).fill(null),
        );
      }
    });
  }

  it("queues one run after another, and keeps its plan", async () => {
    const { app: counted, callsOf, most } = countWorkerCalls(app);
    const outcome = { source: null, yes: [], share: "37" };
    const drafting = await draftFor({}, { outcome, seconds: "30" });
    const { people } = (await drafting.view()).draft;
    const columns = people?.columns.map((column) =>
      column.role === "outcome" ? { ...column, role: "ignored" as const } : column,
    );
    await drafting.save({ people: people && { ...people, columns: columns ?? [] } });
    await (await begin(drafting, counted)).finished;
    expect([callsOf("simulateCell"), most()]).toEqual([15, 1]);
    const plan = await planOf(drafting);
    expect(Object.keys(plan.world)).not.toContain("rulesFile");
    expect(plan).toMatchObject({
      world: { kind: "draft", file: "people.tsv", luck: 0.37 },
      learners: [
        { name: "A", rule: { kind: "at-least", flags: 1 } },
        { name: "A-strict" },
        { name: "A-mild" },
      ],
      horizons: [50],
      seeds: 5,
    });
    expect(plan.panel.auditors).toHaveLength(3);
    expect((await readRehearsal(app, drafting.studyId)).result?.seconds).toBe(30);
  });

  it("is cancelled at once, and the previous one stays", async () => {
    const drafting = await draftFor();
    const before = await played(drafting);
    const { rehearsal } = (await drafting.view()).draft;
    await drafting.save({ rehearsal: { ...rehearsal, runs: "50" } });
    const { finished } = await begin(drafting);
    await cancelSimulation(app, drafting.studyId);
    await finished;
    const after = await readRehearsal(app, drafting.studyId);
    expect(after).toEqual({ ...before, isCurrent: false });
    await cancelSimulation(app, drafting.studyId);
  });

  it("is shown as silent without progress, and continues if its server resumes", async () => {
    const drafting = await draftFor();
    const { studyId, operatorId: accountId } = drafting;
    const { revision } = (await drafting.view()).draft;
    // It is requested and claimed, and then hangs before its first round.
    const silent = silentAfter(app, 3);
    const { finished } = await startRehearsal(silent.app, { studyId, accountId, revision });
    await silent.isWaiting;
    expect(await readRehearsal(app, studyId)).toMatchObject({ progress: { done: 0 }, failure: null });
    app.clock.advance(61_000);
    const quiet = await readRehearsal(app, studyId);
    expect(quiet.progress).toBeNull();
    expect(quiet.failure).toMatch(/^The server stopped during this rehearsal/);
    silent.wakeUp();
    await finished;
    expect(await readRehearsal(app, studyId)).toMatchObject({ failure: null, isCurrent: true });
  });

  it("is the only simulation of its study, and shows no other run's failure", async () => {
    const drafting = await draftFor();
    const { studyId, operatorId: accountId } = drafting;
    const { finished } = await begin(drafting);
    await refused(begin(drafting), "busy");
    const other = { studyId, accountId, name: "Impossible", settings: { ...small, types: 2, rules: 100 } };
    await refused(startSimulation(app, other), "busy");
    await finished;
    await (await startSimulation(app, other)).finished;
    expect(await readRehearsal(app, studyId)).toMatchObject({
      progress: null,
      failure: null,
      isCurrent: true,
    });
  });

  it("can be restarted with its plan while the draft has the same file", async () => {
    const drafting = await draftFor();
    const { studyId, operatorId: accountId, upload } = drafting;
    const cancelled = async () => {
      const { id, finished } = await begin(drafting);
      await cancelSimulation(app, studyId);
      await finished;
      return { studyId, accountId, id };
    };
    await (await beginAgain(app, await cancelled())).finished;
    const again = await readRehearsal(app, studyId);
    expect(again).toMatchObject({ failure: null, isCurrent: true });
    expect((await readRuns(app, studyId)).runs).toMatchObject([{ name: "Rehearsal 1", state: "done" }]);
    const outdated = await cancelled();
    await upload(`${tabbedFile}\n`);
    await (await beginAgain(app, outdated)).finished;
    const { failure, result } = await readRehearsal(app, studyId);
    expect(failure).toMatch(/^The file of people has changed since this rehearsal was started\./);
    expect(result).toEqual(again.result);
  });

  it("is refused if incomplete, with invalid values, and after publication", async () => {
    const empty = await startDraft(app);
    const { problems } = await refused(begin(empty), "bad-input");
    expect(problems.map(({ field }) => field)).toContain("people.file");
    const { studyId: auditId } = await createDraft(app, empty.operatorId, {
      name: "In force",
      start: "audit",
    });
    const audit = { studyId: auditId, accountId: empty.operatorId, revision: 0 };
    const { message: ofAudit } = await refused(startRehearsal(app, audit), "bad-input");
    expect(ofAudit).toBe("An audit learns nothing, so there is nothing to rehearse.");
    const { message } = await refused(begin(await draftFor({}, { seconds: "long" })), "bad-input");
    expect(message).toBe("Expected seconds from 0 to 3,600.");
    const other = begin(await draftFor({}, { others: [{ setting: "roundSize", value: "1" }] }));
    const { message: ofOther } = await refused(other, "bad-input");
    expect(ofOther).toContain("The other setting is not possible. Expected a whole number from 2");

    const drafting = await draftFor();
    const { studyId, operatorId } = drafting;
    const { revision } = (await drafting.view()).draft;
    await refused(
      startRehearsal(app, { studyId, accountId: operatorId, revision: revision - 1 }),
      "draft-outdated",
    );
    await (await startPublishing(app, { studyId, accountId: operatorId, revision })).finished;
    await refused(startRehearsal(app, { studyId, accountId: operatorId, revision }), "study-not-draft");
  });
});
