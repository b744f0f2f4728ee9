import { expect, it } from "vitest";
import { estimateMean } from "#server/analysis/findings/loss-estimate.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { readChangedPairs } from "#server/results/policy/read-changed-pairs.ts";
import { readChanges } from "#server/results/policy/read-changes.ts";
import { type Overview, readOverview } from "#server/results/policy/read-overview.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readVerdicts } from "#server/results/policy/read-verdicts.ts";
import { readWatchedRounds } from "#server/results/policy/read-watched-rounds.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { alike, auditor, hidden, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";
import { tableRows } from "../table-rows.ts";
import { playNext, threeRounds } from "./three-rounds.ts";

describeReads("rounds with several pairs, sure draws and an end", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);

  type Judged = Awaited<ReturnType<typeof judgingStudy>>;

  /** Four pairs, reported with 2, 2, 2 and 3 flags, in ballots in ascending order of people. */
  async function playFourPairs(study: Judged): Promise<void> {
    const { studyId } = study;
    await openRound(app, { studyId });
    const at = (index: number) => ({ studyId, round: 1, accountId: auditor(study, index) });
    await sealVerdicts(app, at(0), [
      [1, 2, "unfair"],
      [1, 3, "unfair"],
    ]);
    await sealVerdicts(app, at(1), [
      [0, 2, "unfair"],
      [0, 3, "unfair"],
      [1, 2, "unfair"],
      [1, 3, "unfair"],
    ]);
    await sealVerdicts(app, at(2), [
      [0, 2, "unfair"],
      [0, 3, "unfair"],
      [1, 3, "unfair"],
    ]);
    await closeRound(app, { studyId, round: 1 });
    await applyUpdates(app, studyId);
  }

  it("pairs are listed by flags, then by position, and each is counted", async () => {
    const incomes = [90, 80, 20, 10, 95, 85, 25, 11];
    const people = incomes.map((income) => [String(income), hidden.cell, "rent"]);
    const study = await judgingStudy(app, { people: [...people, ...alike] });
    const { studyId } = study;
    await playFourPairs(study);
    const early = await readChanges(app, studyId);
    expect(early.ground).toMatchObject({ closedCount: 1, reportCount: 1, pairCount: 4, unjudgedCount: 0 });
    await openRound(app, { studyId });
    const second = { studyId, round: 2, accountId: auditor(study, 0) };
    await sealVerdicts(app, second, [
      [0, 2, "acceptable"],
      [0, 3, "unfair"],
    ]);
    await closeRound(app, { studyId, round: 2 });
    await applyUpdates(app, studyId);

    const { rounds } = await readWatchedRounds(app, { studyId });
    const pairsOf = (index: number) =>
      rounds[index]?.result?.flaggedPairs.map(({ high, low, unfair }) => [high, low, unfair]);
    expect([pairsOf(0), pairsOf(1)]).toEqual([
      [[0, 3, 1]],
      [
        [1, 3, 3],
        [0, 2, 2],
        [0, 3, 2],
        [1, 2, 2],
      ],
    ]);
    expect(rounds.map(({ result }) => [result?.flagCount, result?.reported.length])).toEqual([
      [1, 0],
      [9, 4],
    ]);
    const { closed } = await readOverview(app, studyId);
    expect(closed.map(({ reportedPairs, unjudgedCount }) => [reportedPairs, unjudgedCount])).toEqual([
      [4, 0],
      [0, 2],
    ]);
    const { pairs, olderCount, erasedCount } = await readChangedPairs(app, { studyId });
    expect(pairs.map(({ round, high, low, flagCount }) => [round, high, low, flagCount])).toEqual([
      [1, 0, 2, 2],
      [1, 0, 3, 2],
      [1, 1, 2, 2],
      [1, 1, 3, 3],
    ]);
    expect([olderCount, erasedCount]).toEqual([0, 0]);

    // A round without a pair has no verdicts.
    await openRound(app, { studyId });
    await closeRound(app, { studyId, round: 3 });
    await applyUpdates(app, studyId);

    const { ground } = await readChanges(app, studyId);
    expect(ground).toMatchObject({ closedCount: 3, reportCount: 1, pairCount: 8, unjudgedCount: 2 });
    expect(
      (await tableRows(app, studyId, "changed")).map((line) => line.split(",").slice(0, 4).join()),
    ).toEqual(["1,0,2,2", "1,0,3,2", "1,1,2,2", "1,1,3,3"]);
  });

  it("a remembered verdict shows the openings until it expires, and then disappears", async () => {
    const guarded = { ...newDraft("", 0).settings.guarded, rememberFor: "2" };
    const incomes = [90, 80, 20, 10].map((income) => [String(income), hidden.cell, "rent"]);
    const people = [...incomes, ...alike, ...alike];
    const study = await judgingStudy(app, { people, settings: { ...guardedSettings, guarded } });
    const { studyId } = study;
    const left = async () =>
      (await readVerdicts(app, studyId))?.verdicts.map(({ openingsLeft }) => openingsLeft);
    await playFourPairs(study);
    expect((await readVerdicts(app, studyId))?.rememberFor).toBe(2);
    const seen = [await left()];
    for (const round of [2, 3]) {
      await openRound(app, { studyId });
      seen.push(await left());
      await closeRound(app, { studyId, round });
      await applyUpdates(app, studyId);
      seen.push(await left());
    }
    expect(seen).toEqual([[2, 2, 2, 2], [2, 2, 2, 2], [1, 1, 1, 1], [1, 1, 1, 1], []]);
  });

  it("a remembered verdict is listed by position, whatever the learner's order", async () => {
    const study = await judgingStudy(app, { settings: guardedSettings });
    await playFourPairs(study);
    const remembered = await readVerdicts(app, study.studyId);
    expect(remembered?.verdicts.map(({ round, high, low }) => [round, high, low])).toEqual([
      [1, 0, 2],
      [1, 0, 3],
      [1, 1, 2],
      [1, 1, 3],
    ]);
  });

  it("outcomes are awaited, lost or known, and people with chance 0 are counted", async () => {
    const study = await publishedStudy(app, {
      people: ["3", "8", "3", "8"].flatMap((years) => [
        ["90", years, "rent"],
        ["10", years, "rent"],
      ]),
      settings: { roundSize: "2" },
      rules: {
        kind: "conjunctions",
        predicates: [...incomeAbove(50), { source: 1, test: "at-most", value: "5" }],
      },
    });
    const { studyId, operatorId: accountId } = study;
    for (let round = 1; round <= 3; round += 1) await playNext(app, study);
    // As if no rule with weight accepted the poor, and one in four the rich.
    await store.alter((run) =>
      run(
        `update round_person set chance = case position when 0 then '0.25' else '0' end where study_id = '${studyId}'`,
      ),
    );
    processCache("watched-facts", { max: 50 }).delete(studyId);
    const values = ["lost", "no", undefined] as const;
    const settled: Parameters<typeof estimateMean>[0][number][] = [];
    const expected: Overview["closed"][number][] = [];
    for (const [index, value] of values.entries()) {
      const round = index + 1;
      const [rich, poor] = (await readRoundDetails(app, studyId, round)).people.map(
        ({ selected }) => selected,
      );
      const known = rich ? value : undefined;
      if (known !== undefined) {
        const batch = { studyId, accountId, idempotencyKey: `outcome ${round}` };
        await recordOutcomes(app, batch, [{ round, position: 0, value: known }]);
      }
      // The rich: p, or p + (1 - 2p)/p if picked and y = 1. The poor, of chance 0: nothing.
      const [low, high] = [0.25 / 2, (rich && known !== "no" ? 2.25 : 0.25) / 2];
      const [knownCount, lostCount] = [Number(known === "no"), Number(known === "lost")];
      const pendingCount = Number(rich && known === undefined) + Number(poor);
      if (pendingCount === 0) settled.push({ size: 2, low, high, knownCount });
      expected.push({
        ...{ round, t: round, personCount: 2, pickedCount: Number(rich) + Number(poor), expectedCount: 0.25 },
        ...{
          pairCount: 1,
          unjudgedCount: 0,
          reportedPairs: index < 2 ? 1 : 0,
          reportsSoFar: Math.min(round, 2),
        },
        loss: { low, high, knownCount, pendingCount, lostCount },
        // Picking no one is wrong about the rich if y = 1, which counts 1/p = 4.
        noneLoss: { low: 0, high: rich && known !== "no" ? 2 : 0, knownCount, pendingCount, lostCount },
        meanLoss: settled.length === 0 ? null : estimateMean(settled),
      });
    }
    const { closed, limit, compared, unreportable: _, ...counts } = await readOverview(app, studyId);
    expect(closed).toEqual(expected);
    expect(compared?.policy).toEqual(settled.length === 0 ? undefined : estimateMean(settled));
    const sumOf = (name: "pendingCount" | "lostCount") =>
      expected.reduce((sum, { loss }) => sum + loss[name], 0);
    expect(counts).toEqual({
      ...{
        openRounds: [],
        ruleCount: 5,
        isEvenDraw: false,
        hasNumber: false,
        guarded: null,
        neverPickable: 3,
      },
      ...{ pendingCount: sumOf("pendingCount"), lostCount: sumOf("lostCount") },
    });
    expect(await tableRows(app, studyId, "loss")).toEqual(
      expected.map(({ round, pickedCount, loss, meanLoss }) =>
        [
          ...[round, 2, pickedCount, loss.pendingCount, loss.lostCount, loss.low, loss.high, meanLoss?.mean],
          ...[meanLoss?.interval?.low, meanLoss?.interval?.high],
          ...[meanLoss?.roundCount ?? 0, meanLoss?.outcomeCount ?? 0],
        ].join(),
      ),
    );
    expect(await tableRows(app, studyId, "reports")).toEqual(
      expected.map(({ round, reportedPairs, reportsSoFar }, index) =>
        [round, round, reportedPairs, reportsSoFar, limit?.values[index]].join(),
      ),
    );
    const { rounds } = await readWatchedRounds(app, { studyId });
    expect(rounds.map(({ result }) => result?.outcomes)).toEqual(
      expected
        .map(({ loss }) => ({
          yes: 0,
          no: loss.knownCount,
          lost: loss.lostCount,
          pending: loss.pendingCount,
        }))
        .reverse(),
    );
  });

  it("an ended study compares its last two policies, and shows no next one", async () => {
    const study = await threeRounds(app, { settings: { horizon: "2", rejectedHalves: "at-close" } });
    const { studyId } = study;
    await playNext(app, study);
    const sides = async () => (await readPolicyView(app, studyId)).comparison;
    expect(await sides()).toMatchObject({ round: null, with: 1, between: { closedRounds: [1] } });
    expect((await readChangedPairs(app, { studyId })).policyOf).toBeNull();
    await playNext(app, study);
    expect(await sides()).toMatchObject({ round: 2, with: 1, between: { closedRounds: [1] } });
    expect(await readChangedPairs(app, { studyId })).toMatchObject({ policyOf: 2, isEstimated: false });
  });
});
