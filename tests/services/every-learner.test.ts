import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HypothesisSpec, LearnerSpec, Predicate } from "#server/learner/spec/spec.ts";
import { readLine } from "#server/log/chain.ts";
import type { Entry } from "#server/log/entries.ts";
import { createStudy } from "#server/services/drafts/create-study.ts";
import { recordOutcomes } from "#server/services/outcomes/record-outcomes.ts";
import { readBoard } from "#server/services/rounds/read-board.ts";
import { type TestApp, testApp } from "../setup/app.ts";
import { describeEngines } from "../setup/engines.ts";
import { exportStudy, playRound } from "../setup/play.ts";
import { refused } from "../setup/refusal.ts";
import { makeStudy, studySettings } from "../setup/study.ts";

const predicates: Predicate[] = [
  { column: "income", test: "above", value: "30" },
  { column: "income", test: "above", value: "60" },
  { column: "years", test: "at-most", value: "6" },
  { column: "housing", test: "is", value: "own" },
];

const classes: HypothesisSpec[] = [
  { kind: "thresholds", version: 1, cuts: ["20", "50", "80"].map((cut) => ({ column: "income", cut })) },
  { kind: "conjunctions", version: 1, predicates },
  { kind: "signed-conjunctions", version: 1, predicates },
  { kind: "disjunctions", version: 1, predicates },
  { kind: "signed-disjunctions", version: 1, predicates },
  { kind: "parities", version: 1, predicates },
  { kind: "decision-lists", version: 1, predicates, longest: 2 },
  { kind: "scorecards", version: 1, predicates, largestPoints: 1 },
  {
    kind: "explicit",
    version: 1,
    rules: [
      { from: { kind: "conjunctions", version: 1, predicates }, rule: 4 },
      { column: "housing", accepts: "own" },
    ],
  },
];

type Kind = Pick<LearnerSpec, "learner" | "mode"> & Partial<LearnerSpec>;
const learners: Kind[] = [
  { learner: "exp2", mode: "known" },
  { learner: "exp2", mode: "known", horizon: null },
  { learner: "exp2", mode: "ix", delta: "0.05" },
  { learner: "exp2", mode: "paper", pairRule: "largest-gap" },
  { learner: "ftpl", mode: "known", resampleCount: 1000 },
  { learner: "ftpl", mode: "known", resampleCount: 1000, omegaMultiplier: "16" },
  { learner: "ftpl", mode: "paper", pairRule: "largest-gap" },
];

const cases = [
  ...classes.flatMap((hypotheses) => [
    { learner: learners[0], hypotheses },
    { learner: learners[4], hypotheses },
  ]),
  ...learners.map((learner) => ({ learner, hypotheses: classes[1] })),
].map(({ learner, hypotheses }) => ({
  name: `${learner?.learner} ${learner?.mode} ${learner?.omegaMultiplier ?? ""} over ${hypotheses?.kind}`,
  settings: studySettings({ ...learner, ...(hypotheses && { hypotheses }) }),
}));

describeEngines("every learner over every class", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });
  afterAll(() => app.close());

  describe.each(cases)("$name", ({ settings }) => {
    it("plays rounds through the services: chances, ballots, draw, outcomes, a changed policy", async () => {
      const study = await makeStudy(app, { settings });
      const boards = [];
      for (let played = 0; played < 2; played += 1) {
        const board = await playRound(app, study, [() => true, () => true, () => false]);
        const outcomes = board.people
          .filter((person) => person.selected)
          .map(({ position }) => ({
            round: board.round.number,
            position,
            value: position % 2 ? ("yes" as const) : ("no" as const),
          }));
        const batch = {
          studyId: study.studyId,
          accountId: study.operatorId,
          idempotencyKey: `outcomes ${played}`,
        };
        if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
        boards.push(await readBoard(app, study.studyId, board.round.number));
      }
      for (const { people, result } of boards) {
        for (const { chance } of people) expect(Number(chance) >= 0 && Number(chance) <= 1).toBe(true);
        expect(result?.rule).toMatch(/accept|reject/);
      }
      const lines = (await exportStudy(app, study.studyId)).log.trimEnd().split("\n");
      const updates = lines.map(readLine).filter((entry) => entry.type === "learner.updated");
      expect(updates.length).toBeGreaterThan(0);
      expectResamples(settings.learner, lines);
    });
  });

  it("refuses a study whose learner draws too few rules for chances of three digits", async () => {
    const settings = studySettings({ learner: "ftpl", mode: "known", resampleCount: 500 });
    const study = { name: "few", purpose: "", guidelines: "", settings };
    const error = await refused(createStudy(app, "nobody", study), "bad-input");
    expect(error.message).toContain("1000");
  });
});

/** J stands in the closing of FTPL in mode `paper`, for the selected only, and in nobody else's. */
function expectResamples({ learner, mode }: LearnerSpec, lines: readonly string[]): void {
  const closings = lines
    .map(readLine)
    .filter((entry): entry is Entry<"round.closed"> => entry.type === "round.closed");
  for (const { body } of closings) {
    if (learner !== "ftpl" || mode !== "paper") expect(body.resamples).toBeUndefined();
    else expect(body.resamples?.map((count) => (count > 0 ? 1 : 0))).toEqual(body.draw.decisions);
  }
}
