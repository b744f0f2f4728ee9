import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSnapshot } from "#db/queries/learner.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { distanceAuditor } from "#server/simulation/engine/auditors.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { requireStudy } from "#server/studies/settings.ts";
import type { RulesDraft } from "#server/study/draft.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { columns, incomeAbove, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

/**
 * One rule more than the limit up to which every rule has its own numbers. The largest class is played by
 * `npm run trial -- large-classes`, which takes half a minute and 3 GB.
 */
const conditions = Number(process.env.EVENHAND_TRIAL_CONDITIONS ?? 19);
const incomes = Array.from({ length: conditions - 1 }, (_, cut) =>
  Math.round((100 * (cut + 0.5)) / conditions),
);

type Large = { name: string; size: number; rules: Partial<RulesDraft>; firstLine: string };

const classes: Large[] = [
  {
    name: "as many cut points as a study takes: every 0.00002 of an income from 0 to 99.99998",
    size: 10_000_002,
    rules: {
      thresholds: [
        {
          ...({ source: 0, direction: "both", by: "even", count: "", values: "" } as const),
          range: { from: "0", to: "99.99998", step: "0.00002" },
        },
      ],
    },
    firstLine: '"cuts":[{"column":"income","count":5000000,"from":"0","step":"0.00002"}]',
  },
  {
    name: `all disjunctions of ${conditions} conditions`,
    size: 1 + 2 ** conditions,
    rules: {
      kind: "disjunctions",
      predicates: [...incomeAbove(...incomes), { source: 2, test: "is", value: "own" }],
    },
    firstLine: '"kind":"disjunctions"',
  },
];
const auditors = [
  distanceAuditor(columns, { income: 0.002, years: 0.01 }, 0.1),
  distanceAuditor(columns, { income: 0.004 }, 0.1),
];

describe.each(classes)("a study of $size rules, $name", ({ size, rules, firstLine }) => {
  const engine = sqliteEngine();
  let app: TestApp;
  let study: TestStudy;
  beforeAll(async () => {
    app = testApp(await engine.openStore());
    study = await publishedStudy(app, { people: madeUpPeople(30), rules });
    const { studyId, operatorId: accountId } = study;
    for (let played = 1; played <= 2; played += 1) {
      const board = await playRound(app, study, auditors);
      const outcomes = board.people
        .filter(({ selected }) => selected)
        .map(({ position }) => ({ round: board.round.number, position, value: "no" as const }));
      const batch = { studyId, accountId, idempotencyKey: `round ${played}` };
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
      await applyUpdates(app, studyId);
    }
  });
  afterAll(async () => {
    await app.close();
    await engine.cleanUp();
  });

  it("stores and logs data in proportion to its people, not its rules", async () => {
    const { studyId } = study;
    const stored = await app.store.read(async (db) => {
      return findSnapshot(db, studyId, (await requireStudy(db, studyId)).appliedSeq);
    });
    expect(stored?.length).toBeLessThan(1_000);
    const lines = (await exportStudy(app, studyId)).log.split("\n");
    expect(lines[0]).toContain(firstLine);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(10_000);
  });

  it("can be explored: its heaviest rules in words, out of all of them", async () => {
    const { ruleCount, comparison } = await readPolicyView(app, study.studyId);
    expect(ruleCount).toBe(size);
    expect(comparison?.heaviest[0]?.rule).toContain("accept");
  });

  it("is verified by its record, and continues after an erasure", async () => {
    const { studyId, operatorId } = study;
    const whole = await exportStudy(app, studyId);
    const before = verified(whole);
    expect(before.problems).toEqual([]);
    expect(before.computed).toMatchObject({ states: 2 });
    const { problems, chanceCount } = replay(whole.log, whole.features);
    expect({ problems, chanceCount }).toEqual({ problems: [], chanceCount: before.computed.chances });

    await erasePerson(app, { studyId, personId: "p1", accountId: operatorId });
    await playRound(app, study, auditors);
    const files = await exportStudy(app, studyId);
    expect(files.totals.length).toBeLessThan(1_000);
    const after = verified(files);
    expect(after.problems).toEqual([]);
    expect(after.computed.chances).toBeGreaterThan(0);
    expect(replay(files.log, files.features, files.totals).problems).toEqual([]);
  });
});
