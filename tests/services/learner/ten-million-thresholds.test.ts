import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOldestSnapshot } from "#db/queries/watching.ts";
import { distanceAuditor } from "#server/learner/simulation/auditors.ts";
import { applyUpdates } from "#server/services/learner/apply-updates.ts";
import { recordOutcomes } from "#server/services/outcomes/record-outcomes.ts";
import { erasePerson } from "#server/services/people/erase-person.ts";
import { readPolicyView } from "#server/services/watching/read-policy.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { columns, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

/** As many cut points as a study takes: every 0.00002 of an income from 0 to 99.99998. */
const range = { from: "0", to: "99.99998", step: "0.00002" };
const auditors = [
  distanceAuditor(columns, { income: 0.002, years: 0.01 }, 0.1),
  distanceAuditor(columns, { income: 0.004 }, 0.1),
];

describe("a study of ten million thresholds", () => {
  const engine = sqliteEngine();
  let app: TestApp;
  let study: TestStudy;
  beforeAll(async () => {
    app = testApp(await engine.openStore());
    study = await publishedStudy(app, {
      people: madeUpPeople(30),
      rules: {
        thresholds: [{ source: 0, direction: "both", by: "even", count: "", values: "", range }],
      },
    });
    for (let played = 1; played <= 2; played += 1) {
      const board = await playRound(app, study, auditors);
      const outcomes = board.people
        .filter(({ selected }) => selected)
        .map(({ position }) => ({ round: board.round.number, position, value: "no" as const }));
      const batch = {
        studyId: study.studyId,
        accountId: study.operatorId,
        idempotencyKey: `round ${played}`,
      };
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
      await applyUpdates(app, study.studyId);
    }
  });
  afterAll(async () => {
    await app.close();
    await engine.cleanUp();
  });

  it("keeps and logs as much as its people, and not its rules, take", async () => {
    const { studyId } = study;
    const stored = await app.store.read((db) => findOldestSnapshot(db, studyId));
    expect(stored?.state.length).toBeLessThan(1_000);
    const { log } = await exportStudy(app, studyId);
    expect(log.split("\n")[0]).toContain(
      '"cuts":[{"column":"income","count":5000000,"from":"0","step":"0.00002"}]',
    );
    expect(Math.max(...log.split("\n").map((line) => line.length))).toBeLessThan(10_000);
  });

  it("is explored: its heaviest rules in words, of ten million and two", async () => {
    const { ruleCount, points } = await readPolicyView(app, study.studyId);
    expect(ruleCount).toBe(10_000_002);
    expect(points[0]?.bits).toBeCloseTo(Math.log2(10_000_002), 9);
    expect(points[1]?.bits).toBeLessThan(Math.log2(10_000_002));
  });

  it("is verified by its record, behind an erasure too", async () => {
    const { studyId, operatorId } = study;
    const whole = await exportStudy(app, studyId);
    const before = verified(whole);
    expect(before.problems).toEqual([]);
    expect(before.computed).toMatchObject({ states: 2 });
    const { problems, chanceCount } = replay(whole.log, whole.features);
    expect({ problems, chanceCount }).toEqual({ problems: [], chanceCount: before.computed.chances });
    await erasePerson(app, { studyId, personId: "p1", accountId: operatorId });
    const files = await exportStudy(app, studyId);
    expect(files.totals.length).toBeLessThan(1_000);
    expect(verified(files).problems).toEqual([]);
  });
});
