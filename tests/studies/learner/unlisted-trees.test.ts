import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readChanges } from "#server/results/policy/read-changes.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readWatchedRounds } from "#server/results/policy/read-watched-rounds.ts";
import { readStudy } from "#server/results/read-study.ts";
import { readRehearsal, startRehearsal } from "#server/results/simulations/rehearse.ts";
import { readWhatIf } from "#server/results/what-if/read-what-if.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readStart } from "#server/studies/drafts/start.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { completeDraft } from "#tests/studies/drafts/drafting.ts";

/** More trees of depth 2 than are listed. */
const predicates = [
  ...incomeAbove(...Array.from({ length: 20 }, (_, at) => 5 * at)),
  ...Array.from({ length: 10 }, (_, at) => ({ source: 1, test: "at-most" as const, value: String(at) })),
  { source: 2, test: "is" as const, value: "own" },
];
const treeCount = 117_244;
const ftpl = { learner: "ftpl", mode: "known", resampleCount: "1000" } as const;
const heuristic = { ...ftpl, noise: "heuristic", omegaMultiplier: "16", alphaPoints: "1" } as const;
const auditors = [() => true, () => true, () => false];

describe("a study with trees that are not listed", () => {
  const engine = sqliteEngine();
  let app: TestApp;
  let study: TestStudy;
  beforeAll(async () => {
    app = testApp(await engine.openStore());
    study = await publishedStudy(app, {
      people: madeUpPeople(30),
      rules: { kind: "trees", predicates, depth: "2" },
      settings: heuristic,
    });
    const { studyId, operatorId: accountId } = study;
    for (let played = 1; played <= 2; played += 1) {
      const { people } = await playRound(app, study, auditors);
      const outcomes = people
        .filter(({ selected }) => selected)
        .map(({ position }) => ({
          round: played,
          position,
          value: position % 2 ? ("yes" as const) : ("no" as const),
        }));
      const batch = { studyId, accountId, idempotencyKey: `round ${played}` };
      // The last outcome of the first round comes late.
      const late = played === 1 ? outcomes.splice(-1) : [];
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
      if (late.length > 0) await recordOutcomes(app, { ...batch, idempotencyKey: "late" }, late);
      await applyUpdates(app, studyId);
    }
  });
  afterAll(async () => {
    await app.close();
    await engine.cleanUp();
  });

  it("describes the drawn rules everywhere, and gives shares only of these", async () => {
    const { studyId } = study;
    expect((await readStudy(app, studyId)).ruleCount).toBe(treeCount);
    const { rounds } = await readWatchedRounds(app, { studyId });
    for (const { result } of rounds) expect(result?.draw?.rule).toMatch(/^accept /);
    const { comparison, drawnCount } = await readPolicyView(app, studyId);
    expect(drawnCount).toBe(1_000);
    const shares = comparison?.heaviest.map(({ share }) => share) ?? [];
    expect(shares).toHaveLength(10);
    for (const share of shares) expect(Number.isInteger(Number((1_000 * share).toFixed(9)))).toBe(true);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  });

  it("shows what the panel changed", async () => {
    const { changed, ground } = await readChanges(app, study.studyId);
    expect(ground.closedCount).toBe(2);
    if (changed === null) throw new Error("rounds were reported");
    expect(changed.pairs.length).toBeGreaterThan(0);
  });

  it("can be replayed in a browser, with draws instead of rules", async () => {
    const { learner } = await readWhatIf(app, study.studyId);
    expect(learner).toMatchObject({ ruleCount: treeCount, drawn: { rules: 1_000, looks: 4 * 31 ** 2 } });
  });

  it("is verified by its record and replayed from its pages, also after an erasure", async () => {
    const { studyId, operatorId } = study;
    const whole = await exportStudy(app, studyId);
    const before = verified(whole);
    expect(before.problems).toEqual([]);
    expect(before.computed).toMatchObject({ draws: 2, states: 2 });
    const { problems, chanceCount } = replay(whole.log, whole.features, whole.totals);
    expect({ problems, chanceCount }).toEqual({ problems: [], chanceCount: before.computed.chances });
    await erasePerson(app, { studyId, personId: "p1", accountId: operatorId });
    const files = await exportStudy(app, studyId);
    expect(verified(files).problems).toEqual([]);
    expect(replay(files.log, files.features, files.totals).problems).toEqual([]);
  });

  it("starts with a chart and a rehearsal over the file's people; Exp2 is refused with advice", async () => {
    const drafting = await completeDraft(app);
    const { studyId, operatorId } = drafting;
    const { draft } = await drafting.view();
    const some = Array.from({ length: 31 }, (_, at) => ({
      source: 3,
      test: "above" as const,
      value: String(1_000 + 80 * at),
    }));
    const { settings, rules, rehearsal } = draft;
    await drafting.save({
      rules: { ...rules, kind: "trees", depth: "2", predicates: some },
      settings: { ...settings, horizon: "2", afterHorizon: "end", seats: "3" },
      rehearsal: { ...rehearsal, runs: "5" },
    });
    expect(await readStart(app, studyId)).toBeNull();
    const begin = async () =>
      startRehearsal(app, {
        studyId,
        accountId: operatorId,
        revision: (await drafting.view()).draft.revision,
      });
    const { problems } = await refused(begin(), "bad-input");
    expect(problems?.map(({ message }) => message).join()).toContain(
      "these trees are too many to list. Choose “A search with noise”",
    );

    await drafting.save({ settings: { ...(await drafting.view()).draft.settings, ...ftpl } });
    const start = await readStart(app, studyId);
    expect(start).toMatchObject({ drawnCount: 1_000, count: 12 });
    await (await begin()).finished;
    const { failure, result } = await readRehearsal(app, studyId);
    expect(failure).toBeNull();
    expect(result?.settings[0]?.points).toHaveLength(2);
    expect(result?.examples).toHaveLength(6);
  });
});
