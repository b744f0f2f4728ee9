import { expect, it } from "vitest";
import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { readSteps } from "#server/studies/learner/read-steps.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { verified } from "#tests/setup/verify.ts";
import { auditor, judgingStudy, sealVerdicts } from "./judging-study.ts";

const asking = (tolerance: boolean) => ({
  asking: {
    ...({ docket: "everything", minutes: "10" } as const),
    ...{ lookFirst: false, reasons: false, notes: false, repeat: false, tolerance },
  },
});

/** The gap of (0,2) is 14/17 = 0.823...: more than 82 points, and not more than 83. */
const fits: Verdict[] = [
  [0, 2, "unfair", 82],
  [0, 3, "acceptable", 100],
  [1, 2, "unsure"],
  [1, 3, "unfair", 0],
];

describeEngines("how many points would still be acceptable", async (openStore) => {
  const app = testApp(await openStore());

  async function opened(isAsked: boolean) {
    const study = await judgingStudy(app, { settings: asking(isAsked) });
    await openRound(app, { studyId: study.studyId });
    const at = (index: number) => ({ studyId: study.studyId, round: 1, accountId: auditor(study, index) });
    return { study, at };
  }

  it("is saved with its verdict, changed, withdrawn, and hidden from others before the close", async () => {
    const { at } = await opened(true);
    const save = (word: VerdictWord, tolerance?: number) =>
      saveVerdicts(app, at(0), [tolerance === undefined ? [0, 2, word] : [0, 2, word, tolerance]]);
    const saved = async () => (await readJudging(app, at(0))).saved;
    await save("unfair", 82);
    expect(await saved()).toEqual([[0, 2, "unfair", 82]]);
    await save("acceptable", 83);
    expect(await saved()).toEqual([[0, 2, "acceptable", 83]]);
    await save("unsure");
    expect(await saved()).toEqual([[0, 2, "unsure"]]);
    await saveVerdicts(app, at(0), [], [[0, 2]]);
    expect(await saved()).toEqual([]);
    await saveVerdicts(app, at(0), [
      [0, 3, "unfair", 5],
      [1, 3, "unfair"],
    ]);
    expect((await saved()).map(([, , , tolerance]) => tolerance)).toEqual([5, undefined]);
    expect((await readJudging(app, at(1))).saved).toEqual([]);
  });

  it("is refused if it contradicts its verdict, has no verdict, or was not requested", async () => {
    const { at } = await opened(true);
    const wrong: Verdict[] = [
      [0, 2, "unfair", 83],
      [0, 2, "acceptable", 82],
      [0, 2, "unsure", 82],
    ];
    for (const verdict of wrong) {
      expect((await saveVerdicts(app, at(0), [verdict])).refused).toHaveLength(1);
      await refused(sealVerdicts(app, at(0), [verdict], String(verdict)), "tolerance-wrong");
    }
    const said = await refused(
      sealVerdicts(app, at(0), [[0, 2, "unfair", 83]], "once more"),
      "tolerance-wrong",
    );
    expect(said.message).toBe(
      "With 83 points still acceptable, position 0 over position 2 is acceptable, not unfair: give another number or another verdict.",
    );
    const several: Verdict[] = [
      [1, 3, "unfair", 0],
      [0, 2, "acceptable", 82],
      [0, 3, "unsure", 1],
    ];
    const limits = (high: number, low: number) =>
      `A tolerance needs the verdict unfair or acceptable; positions ${high} and ${low} have neither.`;
    const messages = [
      "With 82 points still acceptable, position 0 over position 2 is unfair, not acceptable: give another number or another verdict.",
      limits(0, 3),
    ];
    expect((await saveVerdicts(app, at(0), several)).refused).toMatchObject([
      { high: 0, low: 2, message: messages[0] },
      { high: 0, low: 3, message: messages[1] },
    ]);
    expect((await readJudging(app, at(0))).saved).toEqual([[1, 3, "unfair", 0]]);
    const { problems } = await refused(sealVerdicts(app, at(0), several, "several"), "tolerance-wrong");
    expect(problems).toEqual(
      messages.map((message, index) => ({ row: index + 1, field: "tolerance", message })),
    );
    const { at: silent } = await opened(false);
    const unasked = await refused(sealVerdicts(app, silent(0), [[0, 2, "unfair", 82]]), "tolerance-wrong");
    expect(unasked.message).toBe("This study does not ask how much difference would still be acceptable.");
    expect((await saveVerdicts(app, silent(0), [[0, 2, "unfair", 82]])).refused).toHaveLength(1);
    expect((await readJudging(app, silent(0))).saved).toEqual([]);
  });

  it("is part of the sealed ballot: an equal value does not count as a change", async () => {
    const { at } = await opened(true);
    await saveVerdicts(app, at(0), fits);
    await sealVerdicts(app, at(0), fits);
    const isChanged = async () => (await readMyRounds(app, at(0))).open[0]?.owed?.isChangedSinceSeal;
    expect(await isChanged()).toBe(false);
    await saveVerdicts(app, at(0), [[0, 2, "unfair", 81]]);
    expect(await isChanged()).toBe(true);
  });

  it("is opened at the close with its verdict, and shown to the panel smallest first", async () => {
    const { study, at } = await opened(true);
    const { studyId } = study;
    await sealVerdicts(app, at(0), fits);
    await sealVerdicts(app, at(1), [[0, 2, "unfair", 20]]);
    await sealVerdicts(app, at(2), [[0, 2, "acceptable", 90]]);
    expect((await readResult(app, at(1))).result).toBeNull();
    expect((await exportStudy(app, studyId)).log).not.toContain('"unfair",');
    await closeRound(app, { studyId, round: 1 });
    const record = await exportStudy(app, studyId);
    expect(record.log).toContain(
      '"verdicts":[[0,2,"unfair",82],[0,3,"acceptable",100],[1,2,"unsure"],[1,3,"unfair",0]]',
    );
    expect(replay(record.log, record.features, record.totals).problems).toEqual([]);
    expect(verified(record).problems).toEqual([]);
    const { result } = await readResult(app, at(0));
    expect(result?.pairs.map(({ myTolerance, tolerances }) => ({ myTolerance, tolerances }))).toEqual([
      { myTolerance: 82, tolerances: [20, 82, 90] },
      { myTolerance: 100, tolerances: [100] },
      { myTolerance: null, tolerances: [] },
      { myTolerance: 0, tolerances: [0] },
    ]);
  });

  it("never reaches the learner: its steps and state depend only on the verdicts", async () => {
    const played = async (verdicts: readonly Verdict[]) => {
      const { study, at } = await opened(true);
      const { studyId } = study;
      for (const index of [0, 1, 2]) await sealVerdicts(app, at(index), verdicts);
      await closeRound(app, { studyId, round: 1 });
      await applyUpdates(app, studyId);
      const { steps } = await app.store.read((db) => readSteps(db, { studyId, after: 0, limit: 100 }));
      const { log } = await exportStudy(app, studyId);
      // The decisions depend on the study's secret, which differs.
      const [, violations] = /"violations":(\[.*?\])/.exec(log) ?? [];
      return {
        steps: steps.map((step) => (step.kind === "round" ? withoutDecisions(step.round) : step)),
        violations,
      };
    };
    const withoutDecisions = ({ decisions: _, ...rest }: Record<string, unknown>) => rest;
    const words = fits.map(([high, low, word]): Verdict => [high, low, word]);
    const [without, withThem] = [await played(words), await played(fits)];
    expect(without.violations).toContain('"flagCount":3');
    expect(withThem).toEqual(without);
  });
});
