import { expect, it } from "vitest";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import type { Board } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { readSteps } from "#server/studies/learner/read-steps.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { applySteps } from "#server/workers/learner-tasks.ts";
import { testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { incomeAbove, publishedStudy, type StudyOptions, type TestStudy } from "#tests/setup/study.ts";

/** Settings whose charges use every number of a round: chances, decisions, pairs, C, outcomes, and the settling people. */
const options: StudyOptions = {
  rules: { kind: "conjunctions", predicates: incomeAbove(20, 40, 60, 80) },
  settings: { mode: "paper", pairRule: "largest-gap", rejectedHalves: "when-settled", roundSize: "8" },
};

describeReads("the learner's steps", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);

  const steps = (studyId: string, part: { after?: number; upTo?: number; limit?: number } = {}) =>
    app.store.read((db) => readSteps(db, { studyId, after: 0, limit: 500, ...part }));
  const specOf = async (studyId: string) =>
    learningOf(settingsOf(await app.store.read((db) => requireStudy(db, studyId)))).learner;
  const hashAfter = async (studyId: string) =>
    applySteps({ spec: await specOf(studyId), snapshot: null, steps: (await steps(studyId)).steps })
      .stateHash;
  const entries = async (studyId: string) =>
    (await exportStudy(app, studyId)).log.trimEnd().split("\n").map(readLine);
  const updates = async (studyId: string) =>
    (await entries(studyId)).flatMap((entry) => (entry.type === "learner.updated" ? [entry.body] : []));

  async function report({ studyId, operatorId }: TestStudy, { round, people }: Board): Promise<void> {
    const batch = { studyId, accountId: operatorId, idempotencyKey: `outcomes-${round.number}` };
    const selected = people.filter((person) => person.selected);
    const outcomes = selected.map(({ position }) => ({
      round: round.number,
      position,
      value: position % 2 ? ("no" as const) : ("yes" as const),
    }));
    await recordOutcomes(app, batch, outcomes);
  }

  /** A round with a violation, a selected and a rejected person; its outcomes are recorded, no update is applied. */
  async function playedStudy(): Promise<TestStudy> {
    const study = await publishedStudy(app, options);
    for (;;) {
      const board = await playRound(app, study, [() => true, () => true, () => true]);
      const selectedCount = board.people.filter((person) => person.selected).length;
      if (selectedCount < 2 || selectedCount === board.people.length) continue;
      expect(board.result?.violations.length).toBeGreaterThan(0);
      await report(study, board);
      return study;
    }
  }

  it("stay the same if rows of the round, people, pairs, decisions or outcomes are changed", async () => {
    const { studyId } = await playedStudy();
    const before = await steps(studyId);
    const hash = await hashAfter(studyId);
    const ofStudy = `study_id = '${studyId}'`;
    await changeByHand(store, "round", {
      set: "fairness_weight = '0.001', t = 9, applied_seq = 1",
      where: ofStudy,
    });
    await changeByHand(store, "round_person", { set: "chance = '0.5'", where: ofStudy });
    await changeByHand(store, "violation", { set: "weight = '0', flag_count = 1", where: ofStudy });
    await changeByHand(store, "decision", { set: "selected = 1", where: `${ofStudy} and selected = 0` });
    await changeByHand(store, "draw", { set: "hypothesis = 0", where: ofStudy });
    await changeByHand(store, "outcome", { set: "value = 'lost', version = version + 1", where: ofStudy });
    expect(await steps(studyId)).toEqual(before);
    await applyUpdates(app, studyId);
    expect((await updates(studyId)).at(-1)?.stateHash).toBe(hash);
  });

  it("lead from the log's beginning to every logged state hash", async () => {
    const study = await playedStudy();
    await report(study, await playRound(app, study, [() => true, () => false, () => true]));
    await applyUpdates(app, study.studyId);
    const logged = await updates(study.studyId);
    expect(logged.length).toBeGreaterThan(1);
    const spec = await specOf(study.studyId);
    for (const { appliedSeq, stateHash } of logged) {
      const part = await steps(study.studyId, { upTo: appliedSeq });
      const again = applySteps({ spec, snapshot: null, steps: part.steps });
      expect(again.stateHash).toBe(stateHash);
    }
  });

  it("are the same read at once or one by one", async () => {
    const { studyId } = await playedStudy();
    const whole = await steps(studyId);
    const parts = [];
    for (let after = 0; ; ) {
      const part = await steps(studyId, { after, limit: 1 });
      if (part.seqs[0] === undefined) break;
      parts.push(...part.steps);
      after = part.seqs[0];
    }
    expect(parts).toEqual(whole.steps);
    const changing = (await entries(studyId)).filter(({ type }) =>
      /round.opened|round.closed|outcome.recorded/.test(type),
    );
    expect(whole.seqs).toEqual(changing.map(({ seq }) => seq));
  });

  it("take the same number of queries for one outcome as for all of a round", async () => {
    const { studyId } = await playedStudy();
    const { seqs } = await steps(studyId);
    const after = (await entries(studyId)).findLast(({ type }) => type === "round.closed")?.seq ?? 0;
    const queriesFor = (limit: number) =>
      app.store.read(async (db) => {
        const counted = countingQueries(db);
        const part = await readSteps(counted.db, { studyId, after, limit });
        return { stepCount: part.steps.length, queryCount: counted.count() };
      });
    const outcomeCount = seqs.filter((seq) => seq > after).length;
    expect(outcomeCount).toBeGreaterThan(1);
    expect(await queriesFor(1)).toEqual({ stepCount: 1, queryCount: 4 });
    expect(await queriesFor(500)).toEqual({ stepCount: outcomeCount, queryCount: 4 });
    await applyUpdates(app, studyId);
    const last = seqs.at(-1) ?? 0;
    const idle = await app.store.read(async (db) => {
      const counted = countingQueries(db);
      await readSteps(counted.db, { studyId, after: last, limit: 500 });
      return counted.count();
    });
    expect(idle).toBe(1);
  });
});

/** Wraps a reader to count the queries started on it. */
function countingQueries(db: Reader): { db: Reader; count: () => number } {
  let queries = 0;
  const q = new Proxy(db.q, {
    get(target, name) {
      if (name === "select") queries += 1;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return { db: { ...db, q }, count: () => queries };
}
