import { expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import type { GuardedSpec, LearnerSpec } from "#server/learner/config/spec.ts";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import type { Board } from "#server/rounds/read-round-details.ts";
import { distanceAuditor } from "#server/simulation/engine/auditors.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { readSteps } from "#server/studies/learner/read-steps.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { learningOf } from "#server/studies/settings.ts";
import { applySteps } from "#server/workers/learner-tasks.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { asGuarded, reviseLearner } from "#tests/setup/revise-learner.ts";
import { columns, incomeAbove, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

const auditors = [
  distanceAuditor(columns, { income: 0.002, years: 0.01 }, 0.05),
  distanceAuditor(columns, { income: 0.001 }, 0.05),
  distanceAuditor(columns, { years: 0.01, housing: 0.05 }, 0.05),
];

function switched(spec: LearnerSpec, change: Partial<GuardedSpec>): LearnerSpec {
  const { guarded, ...rest } = asGuarded(spec);
  if (guarded === undefined) throw new Error("a study in mode guarded has its settings");
  return { ...rest, guarded: { ...guarded, ...change } };
}

const exactly = { rule: "exactly", count: "1" } as const;
const average = { rule: "average", count: "1.5" } as const;

const switches: [string, (spec: LearnerSpec) => LearnerSpec][] = [
  [" with exactly 1 of 4 picked", (spec) => ({ ...asGuarded(spec), picks: exactly })],
  [" with 1.5 of 4 picked on average", (spec) => ({ ...asGuarded(spec), picks: average })],
  [" with chances moved upwards", (spec) => switched(spec, { upwards: true })],
  [" where yes is rare", (spec) => switched(spec, { rareYes: true })],
  [" where verdicts expire", (spec) => switched(spec, { rememberFor: 3 })],
];

const roundCount = 40;
/** Rounds played before an erasure; one of them is the second try of a cancelled round. */
const playedBefore = 36;
const cancelledAt = 20;

describeReads("a guarded study from its export alone", async (openStore) => {
  const app = testApp(await openStore());

  it.each([["", asGuarded] as const, ...switches])(
    "recomputes 40 rounds, in full before an erasure and as far as possible after it%s",
    async (name, change) => {
      const people = madeUpPeople(4 * roundCount);
      const rules = { kind: "disjunctions", predicates: incomeAbove(30, 60) } as const;
      const study = await publishedStudy(app, { people, rules });
      await reviseLearner(app, study.studyId, change);
      const play = new Play(app, study, name.includes("rare") ? 95 : 45);
      for (let played = 0; played < playedBefore; played += 1) await play.next(played === cancelledAt);
      const whole = await exportStudy(app, study.studyId);
      const report = replay(whole.log, whole.features);
      expect(report.problems).toEqual([]);
      expect(report.chanceCount).toBe(4 * (playedBefore + 1));
      expect(report.largestChanceDifference).toBeLessThanOrEqual(1e-9);
      if (name === "") expectEventful(whole.log);
      if (name.includes("exactly")) expectPicks(whole.log, 1);
      if (name.includes("upwards")) expectLifted(whole.log);
      if (name.includes("rare")) expect(whole.log).toContain('"isRare":true');
      if (name.includes("expire")) expectExpiry(whole.log);
      await expectSameHashes(app, study, whole.log);

      const { round, people: stood } = play.boards.at(cancelledAt) ?? {};
      const { studyId, operatorId: accountId } = study;
      await erasePerson(app, { studyId, accountId, personId: stood?.[0]?.personId ?? "" });
      for (let played = playedBefore; played < roundCount; played += 1) await play.next();
      const left = await exportStudy(app, study.studyId);
      const after = replay(left.log, left.features, left.totals);
      expect(after.problems).toEqual([]);
      const from = round?.number ?? 0;
      // The person was in the cancelled round too, and every opening up to the erasure depends on them.
      expect(after.erasedRounds).toEqual(rangeOf(from - 1, playedBefore + 1));
      // Three of four in these two rounds; none with a number of picks, which depends on all people of the round.
      const inThem = name.includes("picked") ? 0 : 2 * 3;
      const behind = roundCount - playedBefore;
      expect(after.chanceCount).toBe(4 * (from - 2) + inThem + 4 * behind);
      expect(after.resumed).toHaveLength(1);
      const checked = verified(left);
      expect(checked.problems).toEqual([]);
      expect(checked.computed.chances).toBe(4 * (from - 2) + 4 * behind);
      expect(checked.reservations).toContainEqual({ kind: "unchecked-totals", count: 1 });
      const unknown = verified({ ...left, totals: "" });
      expect(unknown.problems).toEqual([]);
      expect(unknown.computed.chances).toBe(4 * (from - 2));
      const without = replay(left.log, left.features);
      expect(without.problems).toEqual([]);
      expect(without.erasedRounds).toEqual(rangeOf(from - 1, roundCount + 1));
    },
  );
});

function rangeOf(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type Label = "yes" | "no" | "lost";

/** Plays rounds with labels that are late, corrected and lost. */
class Play {
  readonly boards: Board[] = [];
  private readonly late: Board[] = [];
  private readonly app: TestApp;
  private readonly study: TestStudy;
  private readonly leastOfYes: number;

  constructor(app: TestApp, study: TestStudy, leastOfYes: number) {
    this.app = app;
    this.study = study;
    this.leastOfYes = leastOfYes;
  }

  async next(isCancelledFirst = false): Promise<void> {
    const { app, study, boards, late } = this;
    const { studyId } = study;
    if (isCancelledFirst) {
      const { round } = await openRound(app, { studyId });
      // Labels that come while the round is open: one that the learner sees before its end, one after.
      await this.report(late.splice(0, 1));
      await applyUpdates(app, studyId);
      await this.report(late.splice(0, 1));
      await cancelRound(app, { studyId, round, reason: "wrong-people" });
    }
    const board = await playRound(app, study, auditors);
    boards.push(board);
    late.push(board);
    if (boards.length % 3 === 0 && late.length > 2) await this.report(late.splice(0, late.length - 2));
  }

  private async report(boards: readonly Board[]): Promise<void> {
    const { app, study } = this;
    for (const { round, people } of boards) {
      const batch = {
        studyId: study.studyId,
        accountId: study.operatorId,
        idempotencyKey: `${round.number}`,
      };
      const outcomes = people
        .filter(({ selected }) => selected)
        .map(({ position, personId }) => ({
          round: round.number,
          position,
          value: labelOf(Number(personId.slice(1)), this.leastOfYes),
        }));
      if (outcomes.length === 0) continue;
      await recordOutcomes(app, batch, outcomes);
      const [first] = outcomes;
      if (round.number % 4 !== 0 || first === undefined) continue;
      const value = correctionOf(first.value, round.number);
      const correction = [{ ...first, value, isCorrection: true }];
      await recordOutcomes(app, { ...batch, idempotencyKey: `correction ${round.number}` }, correction);
    }
  }
}

/** Labels that mostly improve with income; some are lost. */
function labelOf(person: number, leastOfYes: number): Label {
  if (person % 11 === 0) return "lost";
  return ((person - 1) * 37) % 101 > leastOfYes === (person % 7 !== 0) ? "yes" : "no";
}

/** The correction of a first label, made now and then. */
function correctionOf(first: Label, round: number): Label {
  if (first === "lost") return "yes";
  if (round % 8 === 0) return "lost";
  return first === "no" ? "yes" : "no";
}

/**
 * Checks that the log's steps lead from the beginning to logged state hashes: the last, and every eighth. Each
 * state depends on all steps before it.
 */
async function expectSameHashes(app: TestApp, { studyId }: TestStudy, log: string): Promise<void> {
  const { settings } = await readStudy(app, studyId);
  const { learner: spec } = learningOf(settings);
  const entries = log.trimEnd().split("\n").map(readLine);
  const updates = entries.flatMap((entry) => (entry.type === "learner.updated" ? [entry.body] : []));
  expect(updates.length).toBeGreaterThan(playedBefore);
  const { steps, seqs } = await app.store.read((db) => readSteps(db, { studyId, after: 0, limit: 1_000 }));
  const last = updates.length - 1;
  for (const { appliedSeq, stateHash } of updates.filter((_, index) => (last - index) % 8 === 0)) {
    const part = steps.filter((_, index) => (seqs[index] ?? 0) <= appliedSeq);
    expect(applySteps({ spec, snapshot: null, steps: part }).stateHash).toBe(stateHash);
  }
}

/** Checks that every round picked exactly this many. */
function expectPicks(log: string, count: number): void {
  const decisions = [...log.matchAll(/"decisions":\[([01,]+)\]/g)].map(([, list = ""]) => list.split(","));
  expect(decisions.length).toBeGreaterThan(playedBefore);
  for (const each of decisions) expect(each.filter((decision) => decision === "1")).toHaveLength(count);
}

/** Checks that a round was moved to a target above the mean of its base chances. */
function expectLifted(log: string): void {
  const openings = log
    .trimEnd()
    .split("\n")
    .map(readLine)
    .flatMap((entry) => (entry.type === "round.opened" && entry.body.guard ? [entry.body.guard] : []));
  const lifted = openings.filter(({ base, target, lead, pull }) => {
    const mean = base.reduce((sum, chance) => sum + Number(chance), 0) / base.length;
    return Number(lead) > 0.5 && Number(pull) > 0 && Number(target) > mean + 0.01;
  });
  expect(lifted.length).toBeGreaterThan(0);
}

/** Checks that rounds were reported long enough before the last opening for their pairs to expire. */
function expectExpiry(log: string): void {
  const types = log
    .trimEnd()
    .split("\n")
    .map(readLine)
    .map((entry) =>
      entry.type === "round.closed" && entry.body.violations.length > 0 ? "report" : entry.type,
    );
  const openingsAfter = types.slice(types.indexOf("report")).filter((type) => type === "round.opened");
  expect(openingsAfter.length).toBeGreaterThan(10);
}

/** Checks that the case's special situation occurred in the study. */
function expectEventful(log: string): void {
  const openings = log.split("\n").filter((line) => line.includes('"type":"round.opened"'));
  const pulls = openings.filter((line) => /"pull":"0\.\d/.test(line));
  expect(pulls.length, "the limit pulled").toBeGreaterThan(5);
  expect(log.match(/"violations":\[\{/g)?.length, "rounds were reported").toBeGreaterThan(1);
  const [cancelled] = /"type":"round.cancelled"/.exec(log) ?? [];
  expect(cancelled, "a round was cancelled").toBeDefined();
  expect(/"value":"lost","version":1/.test(log), "a label was lost").toBe(true);
  expect(/"value":"lost","version":2/.test(log), "a label was corrected to lost").toBe(true);
  expect(/"value":"(yes|no)","version":2/.test(log), "a label was corrected").toBe(true);
}
