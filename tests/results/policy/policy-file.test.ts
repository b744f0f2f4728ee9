import { beforeAll, expect, it } from "vitest";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { readCells } from "#server/audit-log/features.ts";
import { readPolicyChances, readPolicyFile } from "#server/results/policy/policy-file.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { policyChances } from "#server/study/policy/chances.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeReads("the policy of a round", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });

  async function played(name: string, settings: object) {
    const rules = { kind: "conjunctions", predicates: incomeAbove(20, 50, 80) } as const;
    const people = madeUpPeople(60);
    const study = await publishedStudy(app, {
      name,
      rules,
      people,
      settings: { roundSize: "10", ...settings },
    });
    for (let round = 1; round <= 4; round += 1) await playRound(app, study, [() => true, () => true]);
    return study;
  }

  it.each([
    ["guarded", guardedSettings],
    ["known", { epsPoints: "5" }],
  ])("gives the logged chances, also for earlier rounds: %s", async (name, settings) => {
    const { studyId } = await played(name, settings);
    for (const round of [1, 2, 3, 4]) {
      const policy = await readPolicyFile(app, { studyId, round });
      const rows = await app.store.read((db) => listRoundFeatures(db, studyId, [round]));
      const people = rows.map(({ features }) => readCells(features ?? ""));
      expect(policyChances(policy, people, "round")).toEqual(rows.map(({ chance }) => chance));
      expect(await readPolicyFile(app, { studyId, round })).toBe(policy);
    }
    const policy = await readPolicyFile(app, { studyId, round: 2 });
    expect(policy.columns[0]).toMatchObject({ name: "income", type: "number" });
    expect(policy.columns[2]?.values).toEqual(["own", "rent"]);
    const given = [
      { income: 55, years: "3", housing: "rent" },
      { income: "1000000", years: null, housing: "boat" },
    ];
    const { chances, warnings } = await readPolicyChances(app, {
      studyId,
      round: 2,
      rule: "base",
      people: given,
    });
    expect(chances).toEqual(
      policyChances(
        policy,
        [
          ["55", "3", "rent"],
          ["1000000", null, "boat"],
        ],
        "base",
      ),
    );
    expect(warnings.map(({ row, field }) => [row, field])).toEqual([
      [2, "income"],
      [2, "housing"],
    ]);
  });

  it("refuses people with wrong columns or cells, and lists each", async () => {
    const { studyId } = await publishedStudy(app, { name: "wrong", settings: { roundSize: "4" } });
    await openRound(app, { studyId });
    const people = [
      { years: 3, incom: 4 },
      { income: "much", years: 3 },
    ];
    const error = await readPolicyChances(app, { studyId, round: 1, rule: "base", people }).catch((e) => e);
    expect(error).toMatchObject({ code: "bad-input" });
    expect(error.problems.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
      [1, "income"],
      [1, "incom"],
      [2, "income"],
    ]);
  });

  it("refuses a round that does not exist, was cancelled, or lies before an erasure", async () => {
    const { studyId, operatorId: accountId } = await played("refused", guardedSettings);
    await refused(readPolicyFile(app, { studyId, round: 9 }), "not-found");
    await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: 5, reason: "wrong-people" });
    await refused(readPolicyFile(app, { studyId, round: 5 }), "round-cancelled");
    const rows = await app.store.read((db) => listRoundFeatures(db, studyId, [1]));
    await erasePerson(app, { studyId, accountId, personId: rows[0]?.personId ?? "" });
    await refused(readPolicyFile(app, { studyId, round: 4 }), "policy-lost");
    const { round } = await openRound(app, { studyId });
    expect((await readPolicyFile(app, { studyId, round })).round).toBe(round);
  });
});
