import { expect, it } from "vitest";
import { neededAnswers } from "#server/analysis/distances/estimate.ts";
import { readDistances } from "#server/results/distances/read-distances.ts";
import { askTolerances } from "#server/rounds/ask-tolerances.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { alike, auditor, hidden, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";

/** Chances 16/17, 16/17, 2/17 and 1/17, alpha 0.1, and 2 flags of 3 are needed. */
describeReads("distances", async (openStore) => {
  const app = testApp(await openStore());
  const study = await judgingStudy(app);
  const { studyId } = study;
  const at = (index: number) => ({ studyId, round: 1, accountId: auditor(study, index) });

  it("has no figures before the first close, whatever was judged", async () => {
    await openRound(app, { studyId });
    await sealVerdicts(app, at(0), [
      [0, 2, "unfair"],
      [1, 3, "acceptable"],
    ]);
    await sealVerdicts(app, at(1), [
      [0, 2, "unfair"],
      [1, 3, "acceptable"],
    ]);
    await sealVerdicts(app, at(2), [[0, 3, "unfair"]]);
    expect(await readDistances(app, studyId)).toMatchObject({ listed: [], pairCount: 0, metric: null });
  });

  it("has the verdicts of a closed round's panel, and no hidden field", async () => {
    await closeRound(app, { studyId, round: 1 });
    const view = await readDistances(app, studyId);
    // 14/17 less a tenth, and 15/17 less a tenth; one seat of three judged (0, 3).
    expect(view.listed).toEqual([
      {
        ...{ round: 1, high: 0, low: 2, isUnfair: true, distance: null },
        limit: expect.closeTo(14 / 17 - 0.1, 9),
        known: { from: 0, to: expect.closeTo(14 / 17 - 0.1, 9) },
      },
      {
        ...{ round: 1, high: 1, low: 3, isUnfair: false, distance: null },
        limit: expect.closeTo(15 / 17 - 0.1, 9),
        known: { from: expect.closeTo(15 / 17 - 0.1, 9), to: 1 },
      },
    ]);
    expect(view).toMatchObject({ pairCount: 2, answered: { pairs: 2, rounds: 1 }, alpha: "0.1" });
    expect(view.fields.map(({ label }) => label)).toEqual(["Income", "Housing"]);
    for (const word of Object.values({ ...hidden, account: "auditor-" }))
      expect(JSON.stringify(view)).not.toContain(word);
  });

  it("is kept until another close or an erasure", async () => {
    const { app: counting, callsOf } = countWorkerCalls(app);
    await readDistances(counting, studyId);
    expect(callsOf("estimatePairs")).toBe(0);
    const { people } = await readRoundDetails(app, studyId, 1);
    await erasePerson(app, { studyId, personId: people[2]?.personId ?? "", accountId: study.operatorId });
    const { listed } = await readDistances(counting, studyId);
    expect(callsOf("estimatePairs")).toBe(1);
    expect(listed.map(({ high, low }) => [high, low])).toEqual([[1, 3]]);
  });

  it("includes tolerances of a round without a pair to judge", async () => {
    const quiet = await judgingStudy(app, { people: alike, name: "alike" });
    const where = { studyId: quiet.studyId, round: 1 };
    await openRound(app, { studyId: quiet.studyId });
    const { pairs } = await askTolerances(app, where);
    const [high, low] = pairs[0] ?? [0, 1];
    for (const [index, points] of [25, 30, 60].entries()) {
      const accountId = auditor(quiet, index);
      await sealVerdicts(app, { ...where, accountId }, [[high, low, "acceptable", points]]);
    }
    await closeRound(app, where);
    const { listed } = await readDistances(app, quiet.studyId);
    // The second smallest: 30 points less 10.
    expect(listed).toMatchObject([
      { high, low, isUnfair: null, known: { from: expect.closeTo(0.195, 9), to: expect.closeTo(0.205, 9) } },
    ]);
  });

  it("estimates the weight of each field once there are enough answers", async () => {
    const judged = await publishedStudy(app, {
      ...{ name: "judged", people: madeUpPeople(200), settings: { roundSize: "8" } },
      rules: { kind: "conjunctions", predicates: incomeAbove(20, 40, 60, 80) },
    });
    const byIncome = (high: readonly (string | null)[], low: readonly (string | null)[], gap: number) =>
      gap - 0.1 > Math.abs(Number(high[0]) - Number(low[0])) / 200;
    for (let round = 0; round < 14; round += 1) await playRound(app, judged, [byIncome, byIncome, byIncome]);
    const { metric, answered, listed } = await readDistances(app, judged.studyId);
    expect(answered.pairs).toBeGreaterThanOrEqual(neededAnswers.pairs);
    expect(metric?.weights[0]).toMatchObject({ field: 0, range: expect.any(Number) });
    expect(listed.every(({ distance }) => distance !== null)).toBe(true);
  });

  it("refuses a draft and a study that does not exist", async () => {
    const draft = await startDraft(app);
    await refused(readDistances(app, draft.studyId), "study-not-ready");
    await refused(readDistances(app, app.newId()), "not-found");
  });
});
