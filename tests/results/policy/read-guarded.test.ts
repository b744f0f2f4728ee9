import { expect, it } from "vitest";
import { readChangedPairs } from "#server/results/policy/read-changed-pairs.ts";
import { readOverview } from "#server/results/policy/read-overview.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readVerdicts } from "#server/results/policy/read-verdicts.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";
import { tableRows } from "../table-rows.ts";
import { sealAll, threeRounds } from "./three-rounds.ts";

/**
 * Rounds of one rich and one poor person and three rules: no one (prior 1/4), everyone (1/4), incomes above 50 (1/2).
 * alpha = 0.1, eps = 0.05, tau = 0.1: base chances 3/4 and 1/4, a limit of 0.2, so both move by 1 - 0.2/0.5 = 0.6
 * towards their mean: 0.6 and 0.4.
 */
describeReads("watching a study in mode guarded", async (openStore) => {
  const app = testApp(await openStore());
  const study = await threeRounds(app, { settings: guardedSettings });
  const studyId = study.studyId;

  it("gives the guarantee before the first round, and remembers no verdict", async () => {
    const { guarded, limit, isEvenDraw } = await readOverview(app, studyId);
    expect([limit, isEvenDraw]).toEqual([null, true]);
    // X = floor((2 · 4/0.9)² ln 3) = floor(79.01 · 1.0986)
    expect(guarded).toEqual({
      rounds: [],
      pulled: null,
      alpha: 0.1,
      step: 0.2,
      promise: {
        reportCount: 0,
        closedCount: 0,
        most: [0],
        // Theorem A's exact maximum for the default settings: 2 of 10.
        ahead: { rounds: 10, most: 2 },
        certainUntil: 86,
        cutReportCount: 0,
      },
    });
    expect(await readVerdicts(app, studyId)).toEqual({
      ...{ openRound: null, verdicts: [] },
      ...{ limit: 256, rememberFor: null },
    });
  });

  it("shows the limit's effect on the open round, and drops it if the round is cancelled", async () => {
    await openRound(app, { studyId });
    const { guarded } = await readOverview(app, studyId);
    expect(guarded?.rounds).toEqual([
      {
        round: 1,
        t: 1,
        hasReport: null,
        tau: 0.1,
        limit: expect.closeTo(0.2, 8),
        baseSpread: expect.closeTo(0.5, 12),
        spread: expect.closeTo(0.2, 8),
        pull: expect.closeTo(0.6, 8),
        isCut: false,
        // 0.6 (|1/2 - 3/4| + |1/2 - 1/4|)
        spent: expect.closeTo(0.3, 8),
      },
    ]);
    expect(guarded?.pulled).toEqual({
      round: 1,
      people: [
        { base: expect.closeTo(3 / 4, 12), chance: expect.closeTo(0.6, 8) },
        { base: expect.closeTo(1 / 4, 12), chance: expect.closeTo(0.4, 8) },
      ],
    });
    expect(guarded?.promise).toMatchObject({ reportCount: 0, closedCount: 0, most: [0] });
    await cancelRound(app, { studyId, round: 1, reason: "wrong-people" });
    expect((await readOverview(app, studyId)).guarded).toMatchObject({ rounds: [], pulled: null });
  });

  it("counts a report against the possible number, and tightens the limit", async () => {
    const { round } = await openRound(app, { studyId });
    await sealAll(app, study, round, ["unfair", "unfair", "acceptable"]);
    await closeRound(app, { studyId, round });
    await applyUpdates(app, studyId);
    await openRound(app, { studyId });
    const { guarded } = await readOverview(app, studyId);
    expect(guarded?.rounds.map(({ round, t, hasReport }) => [round, t, hasReport])).toEqual([
      [2, 1, true],
      [3, 2, null],
    ]);
    // tau = 0.1 - 0.2: no pair of this round may be judged.
    expect(guarded?.rounds[1]?.tau).toBeCloseTo(-0.1, 12);
    expect(guarded?.rounds[1]?.limit).toBeCloseTo(0.1, 8);
    expect(guarded?.promise).toMatchObject({
      reportCount: 1,
      closedCount: 1,
      most: [0, 1],
      cutReportCount: 0,
    });
  });

  it("remembers the pair by its people's positions, and its effect on the policy", async () => {
    // The policy gave the pair 0.5; the sweep brings it to its bound 0.2 - 0.05 exactly.
    const verdict = {
      round: 2,
      high: 0,
      low: 1,
      gapThen: expect.closeTo(0.2, 8),
      bound: expect.closeTo(0.15, 8),
      gapNow: expect.closeTo(0.15, 8),
      isBinding: true,
      openingsLeft: null,
    };
    expect(await readVerdicts(app, studyId)).toEqual({
      ...{ openRound: 3, verdicts: [verdict] },
      ...{ limit: 256, rememberFor: null },
    });
    const { comparison } = await readPolicyView(app, studyId);
    const rich = comparison?.heaviest.find(({ rule }) => rule === "accept if income > 50");
    expect(rich?.share).toBeCloseTo(0.15, 8);
    expect(rich?.before).toBeCloseTo(0.5, 12);
  });

  it("shows the same for the next policy after the close, from any state", async () => {
    await closeRound(app, { studyId, round: 3 });
    await applyUpdates(app, studyId);
    const remembered = await readVerdicts(app, studyId);
    expect(remembered?.openRound).toBeNull();
    expect(remembered?.verdicts.map(({ round, isBinding }) => [round, isBinding])).toEqual([[2, true]]);
    const fresh = { ...app, store: Object.create(app.store) as typeof app.store };
    expect(await readVerdicts(fresh, studyId)).toEqual(remembered);
    const { guarded } = await readOverview(app, studyId);
    expect(guarded?.promise).toMatchObject({ reportCount: 1, closedCount: 2, most: [0, 1, 1] });
  });

  it("uses a worker once for concurrent requests, and again after a failure", async () => {
    const fresh = { ...app, store: Object.create(app.store) as typeof app.store };
    const { app: counted, callsOf, fail } = countWorkerCalls(fresh);
    const reads: Record<"comparePolicies" | "answeredVerdicts", () => Promise<unknown>> = {
      comparePolicies: () => readPolicyView(counted, studyId),
      answeredVerdicts: () => readVerdicts(counted, studyId),
    };
    for (const task of ["comparePolicies", "answeredVerdicts"] as const) {
      fail(task);
      await expect(reads[task]()).rejects.toThrow("the worker was stopped");
      await Promise.all(Array.from({ length: 10 }, reads[task]));
      expect([task, callsOf(task)]).toEqual([task, 2]);
    }
    // If the log did not grow, nothing is recomputed.
    await readChangedPairs(counted, { studyId });
    await readChangedPairs(counted, { studyId });
    expect([callsOf("applySteps"), callsOf("chancesUnder")]).toEqual([0, 1]);
  });

  it("keeps the words of rules that were requested at the same time", async () => {
    const { app: counted, callsOf } = countWorkerCalls(app);
    const settings = { ...learningOf(settingsOf(await app.store.read((db) => requireStudy(db, studyId)))) };
    const rules = [0, 1, 2];
    const answers = await Promise.all(rules.map((rule) => ruleWords(counted, studyId, settings, [rule, 0])));
    expect(answers.map(({ size, sentence }, rule) => [size, sentence(rule)])).toEqual([
      [3, "accept no one"],
      [3, "accept everyone"],
      [3, "accept if income > 50"],
    ]);
    await Promise.all(rules.map((rule) => ruleWords(counted, studyId, settings, [rule])));
    // Each request was for a new rule, and none dropped the words that another had loaded.
    expect(callsOf("describeRules")).toBe(3);
  });

  it("provides all of it as tables", async () => {
    const limits = await tableRows(app, studyId, "limits");
    expect(limits).toHaveLength(2);
    expect(limits[0]).toMatch(/^2,1,true,0\.1,0\.19999/);
    expect(limits[1]).toMatch(/^3,2,false,-0\.1,0\.0999/);
    const { pulled } = (await readOverview(app, studyId)).guarded ?? {};
    expect(await tableRows(app, studyId, "moved")).toEqual(
      pulled?.people.map(({ base, chance }, position) => `3,${position},${base},${chance}`),
    );
    expect(pulled?.people).toHaveLength(2);
    const [remembered] = await tableRows(app, studyId, "remembered");
    expect(remembered).toMatch(/^2,0,1,0\.1999\d+,0\.1499\d+,0\.1[45]\d+,true,$/);
    expect(await tableRows(app, studyId, "reports")).toEqual(["2,1,1,1,1", "3,2,0,1,1"]);
  });

  it("shows a round's pairs in full, and how its chances were computed", async () => {
    const { result, round } = await readRoundDetails(app, studyId, 2);
    expect(result?.violations).toMatchObject([{ high: 0, low: 1, weight: "1" }]);
    expect(result?.rule).toBeNull();
    expect(round.guard).toEqual({
      limit: expect.closeTo(0.2, 8),
      isMoved: true,
      isCut: false,
      baseSpread: expect.closeTo(0.5, 12),
    });
  });
});
