import { expect, it } from "vitest";
import type { LearnerSpec, Picks } from "#server/learner/config/spec.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { distanceAuditor } from "#server/simulation/engine/auditors.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { reviseLearner } from "#tests/setup/revise-learner.ts";
import { columns, incomeAbove, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { tenthOf } from "#tests/setup/tier.ts";
import { verified } from "#tests/setup/verify.ts";

const auditors = [1, 2, 3].map((seat) => distanceAuditor(columns, { income: 0.001 * seat }, 0.05));
const roundCount = 12;

const exactly: Picks = { rule: "exactly", count: "1" };
const average: Picks = { rule: "average", count: "1.5" };
const even = (picks: Picks) => (spec: LearnerSpec) => ({ ...spec, draw: "even" as const, picks });
const ix = (spec: LearnerSpec): LearnerSpec => ({ ...spec, mode: "ix", delta: "0.05" });
const ftpl = (picks: Picks) => (spec: LearnerSpec) => ({
  ...spec,
  ...{ learner: "ftpl" as const, resampleCount: 100, picks },
});

describeReads("a study with a number of picks from its export alone", async (openStore) => {
  const app = testApp(await openStore());

  const cases: [string, (spec: LearnerSpec) => LearnerSpec][] = [
    ["known, exactly", even(exactly)],
    ["known, on average", even(average)],
    ["known, at least", even({ rule: "at-least", count: "3" })],
    ["ix, exactly", (spec) => even(exactly)(ix(spec))],
    ["FTPL, exactly", ftpl(exactly)],
    ["FTPL, on average", ftpl({ rule: "average", count: "1" })],
  ];
  it.each(tenthOf(cases))("is verified by both verifiers in mode %s", async (name, change) => {
    const rules = { kind: "disjunctions", predicates: incomeAbove(30, 60) } as const;
    const study = await publishedStudy(app, { people: madeUpPeople(4 * roundCount), rules });
    const { studyId, operatorId: accountId } = study;
    await reviseLearner(app, studyId, change);
    for (let played = 0; played < roundCount; played += 1) {
      const { round, people } = await playRound(app, study, auditors);
      const picked = people.filter(({ selected }) => selected);
      if (name.endsWith("exactly") && !name.startsWith("FTPL")) expect(picked).toHaveLength(1);
      if (name.endsWith("at least")) expect(picked.length).toBeGreaterThanOrEqual(3);
      if (picked.length === 0) continue;
      const batch = { studyId, accountId, idempotencyKey: `${round.number}` };
      const outcomes = picked.map(({ position }) => ({
        round: round.number,
        position,
        value: position % 2 === 0 ? ("yes" as const) : ("no" as const),
      }));
      await recordOutcomes(app, batch, outcomes);
    }
    const record = await exportStudy(app, studyId);
    const report = replay(record.log, record.features);
    expect(report.problems).toEqual([]);
    expect(report.chanceCount).toBe(4 * roundCount);
    const checked = verified(record);
    expect(checked.problems).toEqual([]);
    expect(checked.computed.chances).toBe(4 * roundCount);
  });
});
