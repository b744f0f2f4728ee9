import { beforeAll, describe, expect, it } from "vitest";
import { processCache } from "#server/platform/process/process-wide.ts";
import { readPolicyStates } from "#server/results/policy/policy-states.ts";
import { readOverview } from "#server/results/policy/read-overview.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readVerdicts } from "#server/results/policy/read-verdicts.ts";
import { readWatchedRounds } from "#server/results/policy/read-watched-rounds.ts";
import { hasEntry, readEntry } from "#server/results/read-entry.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { tableRows } from "../table-rows.ts";
import { eps, eta, playNext, sealAll, threeRounds, weightsByHand } from "./three-rounds.ts";

/** The tolerance of values computed by hand without the grid of 2^-24 on which costs lie. */
const digits = 8;

const keptFacts = () => processCache<{ hash: string }>("watched-facts", { max: 50 });

describeReads("watching a study of three rounds", (openStore) => {
  let app: TestApp;
  let store: Awaited<ReturnType<typeof openStore>>;
  let study: TestStudy;
  let studyId: string;
  /** Who was picked in each round: [rich, poor]. */
  const picked: boolean[][] = [];
  const roundsWithoutPicksBefore = (round: number) =>
    picked.slice(0, round - 1).filter((both) => !both.includes(true)).length;

  beforeAll(async () => {
    store = await openStore();
    app = testApp(store);
    study = await threeRounds(app);
    studyId = study.studyId;
  });

  it("gives all rules the same weight in a study without rounds", async () => {
    expect(await readOverview(app, studyId)).toMatchObject({
      ...{ closed: [], openRounds: [], ruleCount: 3, isEvenDraw: false, hasNumber: false },
      ...{ pendingCount: 0, lostCount: 0, neverPickable: 0 },
    });
    const { comparison, ...view } = await readPolicyView(app, studyId);
    expect(view).toEqual({ ruleCount: 3, drawnCount: null, isPartlyLost: false });
    expect(comparison).toMatchObject({ round: null, with: null, fallen: [] });
    expect(comparison?.between).toEqual({ closedRounds: [], outcomeCount: 0, updateSeqs: [] });
    expect(comparison?.heaviest.map(({ share }) => share)).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(comparison?.constants).toEqual({ none: 1 / 3, all: 1 / 3 });
    expect((await readWatchedRounds(app, { studyId })).rounds).toEqual([]);
  });

  it("shows an open round's chances, but no verdicts or decisions", async () => {
    await openRound(app, { studyId });
    await sealAll(app, study, 1, ["unfair", "unfair", "unfair"]);
    const { rounds } = await readWatchedRounds(app, { studyId });
    expect(rounds).toHaveLength(1);
    // 1/3 of the weight accepts everyone, 1/3 only incomes above 50: chances 2/3 and 1/3.
    expect(rounds[0]?.chances.highest).toBeCloseTo(2 / 3, 12);
    expect(rounds[0]?.chances.lowest).toBeCloseTo(1 / 3, 12);
    expect(rounds[0]?.chances.mean).toBeCloseTo(1 / 2, 12);
    expect(rounds[0]?.result).toBeNull();
    expect((await readPolicyView(app, studyId)).comparison).toMatchObject({ round: 1, with: null });
    await cancelRound(app, { studyId, round: 1, reason: "wrong-people" });
    expect((await readPolicyView(app, studyId)).comparison).toMatchObject({ round: null, with: null });
  });

  it("continues with the rounds that count", async () => {
    // Round 1 was cancelled: the rounds that count are 2, 3 and 4, the learner's t = 1, 2 and 3.
    const words = [[], ["unfair", "unfair", "unfair"], ["unfair", "unfair", "acceptable"]] as const;
    for (const given of [...words.slice(1), ["unfair", "acceptable", "unsure"]] as const) {
      const round = await playNext(
        app,
        study,
        [[], [], [], []].map(() => given),
      );
      const { people } = await readRoundDetails(app, studyId, round);
      picked.push(people.map((person) => person.selected === true));
    }
    expect(picked).toHaveLength(3);
  });

  it("is equal for repeated reads and for a fresh state", async () => {
    const fresh = { ...app, store: Object.create(app.store) as typeof app.store };
    expect(await readPolicyView(fresh, studyId)).toEqual(await readPolicyView(app, studyId));
  });

  it("lists the heaviest rules with their weight before the last round", async () => {
    const { comparison } = await readPolicyView(app, studyId);
    // Round 4 reported nothing: the two policies differ only by its halves, if no person was picked in it.
    const shares = (weights: number[]) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return weights.map((weight) => weight / total);
    };
    const before = shares(weightsByHand(2, roundsWithoutPicksBefore(3)));
    const after = shares(weightsByHand(2, roundsWithoutPicksBefore(4)));
    const named = new Map(comparison?.heaviest.map((row) => [row.rule, row]));
    const rules = ["accept no one", "accept everyone", "accept if income > 50"];
    expect([...named.keys()].sort()).toEqual([...rules].sort());
    for (const [rule, name] of rules.entries()) {
      expect(named.get(name)?.share).toBeCloseTo(after[rule] ?? Number.NaN, digits);
      expect(named.get(name)?.before).toBeCloseTo(before[rule] ?? Number.NaN, digits);
    }
    expect(comparison).toMatchObject({ round: null, with: 4, fallen: [] });
    expect(comparison?.between.closedRounds).toEqual([4]);
    expect(comparison?.between.updateSeqs).toHaveLength(1);
  });

  it("counts reports, flags and verdicts once rounds are closed", async () => {
    const { closed, limit, guarded } = await readOverview(app, studyId);
    expect(
      closed.map(({ round, t, reportedPairs, reportsSoFar }) => [round, t, reportedPairs, reportsSoFar]),
    ).toEqual([
      [2, 1, 1, 1],
      [3, 2, 1, 2],
      [4, 3, 0, 2],
    ]);
    // N = 3, k = 2, C = eps/eta, w = eps C - eta C²/2 = eps²/(2 eta):
    // V_t <= (2 ln 3/eta + 10 eta t + 2 t)/w
    for (const [index, value] of (limit?.values ?? []).entries()) {
      const t = index + 1;
      expect(value).toBeCloseTo((((2 * Math.log(3)) / eta + 10 * eta * t + 2 * t) * 2 * eta) / eps ** 2, 6);
    }
    // It is informative where it falls below the number of rounds: with T rounds planned, eta = sqrt(0.8 ln 3/T)/2.
    const { round: from = 0, most = 0 } = limit?.from ?? {};
    const boundOf = (rounds: number) => {
      const step = Math.sqrt((0.8 * Math.log(3)) / rounds) / 2;
      return (((2 * Math.log(3)) / step + 10 * step * rounds + 2 * rounds) * 2 * step) / eps ** 2;
    };
    expect(boundOf(from)).toBeLessThan(from);
    expect(boundOf(from - 1)).toBeGreaterThanOrEqual(from - 1);
    expect(most).toBe(Math.floor(boundOf(from)));
    expect(guarded).toBeNull();
    expect(await readVerdicts(app, studyId)).toBeNull();
    expect(closed.map(({ pairCount, unjudgedCount }) => [pairCount, unjudgedCount])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    const { rounds, older } = await readWatchedRounds(app, { studyId });
    expect(older).toBeNull();
    // Added up once as long as the log does not grow; only states of compared rounds are kept.
    expect((await readOverview(app, studyId)).closed).toBe(closed);
    const { stored, appliedSeq, rounds: played } = await readPolicyStates(app, studyId);
    const compared = played.slice(-2).map((round) => round.appliedSeq);
    expect([...stored].sort((a, b) => a - b)).toEqual([0, ...compared, appliedSeq]);
    const waiting = rounds.map(({ result }) => result?.outcomes);
    expect(waiting).toEqual([
      ...picked.map((both) => ({ yes: 0, no: 0, lost: 0, pending: both.filter(Boolean).length })).reverse(),
      undefined,
    ]);
    expect(rounds.map((round) => [round.number, round.state])).toEqual([
      [4, "closed"],
      [3, "closed"],
      [2, "closed"],
      [1, "cancelled"],
    ]);
    expect(rounds.map((round) => round.result?.flaggedPairs)).toEqual([
      [{ high: 0, low: 1, unfair: 1, acceptable: 1, unsure: 1, weight: null }],
      [{ high: 0, low: 1, unfair: 2, acceptable: 1, unsure: 0, weight: "1" }],
      [{ high: 0, low: 1, unfair: 3, acceptable: 0, unsure: 0, weight: "1" }],
      undefined,
    ]);
    expect(rounds.map((round) => round.result?.flagCount)).toEqual([1, 2, 3, undefined]);
    const numbers = async (wanted: Partial<Parameters<typeof readWatchedRounds>[1]>) => {
      const page = await readWatchedRounds(app, { studyId, ...wanted });
      expect([page.foundCount, page.roundCount]).toEqual([page.rounds.length, 4]);
      return page.rounds.map(({ number }) => number);
    };
    expect(await numbers({ show: "closed" })).toEqual([4, 3, 2]);
    expect(await numbers({ show: "reported" })).toEqual([3, 2]);
    expect(await numbers({ show: "cancelled" })).toEqual([1]);
    expect(await numbers({ show: "open" })).toEqual([]);
    expect(await numbers({ sort: "reported" })).toEqual([3, 2, 4, 1]);
    expect(await numbers({ sort: "reported", isDescending: false })).toEqual([1, 4, 2, 3]);
    expect(await numbers({ search: "round 3" })).toEqual([3]);
    expect(await numbers({ search: "three" })).toEqual([]);
  });

  describe("with outcomes", () => {
    /** p of the rich and the poor person: the rules 1 and 2, and rule 1 alone. */
    const chances = (index: number) => {
      const [none = 0, all = 0, rich = 0] = weightsByHand(index, roundsWithoutPicksBefore(index + 1));
      return [(all + rich) / (none + all + rich), all / (none + all + rich)];
    };

    it("estimates the loss only of settled rounds", async () => {
      const waiting = picked.flat().filter(Boolean).length;
      expect((await readOverview(app, studyId)).pendingCount).toBe(waiting);
      // The rich repay, the poor do not.
      const outcomes = picked.flatMap((both, index) =>
        both.flatMap((isPicked, position) =>
          isPicked
            ? [{ round: index + 2, position, value: position === 0 ? ("yes" as const) : ("no" as const) }]
            : [],
        ),
      );
      expect(outcomes.length).toBeGreaterThan(1);
      const batch = { studyId, accountId: study.operatorId, idempotencyKey: "outcomes" };
      await recordOutcomes(app, batch, outcomes);
      const { closed, pendingCount } = await readOverview(app, studyId);
      expect(pendingCount).toBe(0);
      // e = p + (1 - 2p) s y/p. Rich, y = 1: p if not picked, p + 1/p - 2 if picked. Poor, y = 0: p.
      // In the first round p = 2/3 and 1/3: rich 2/3 or 1/6, poor 1/3; a mean of 1/2 or 1/4 a person.
      const byHand = picked.map((both, index) => {
        const [rich = 0, poor = 0] = chances(index);
        return ((both[0] ? rich + 1 / rich - 2 : rich) + poor) / 2;
      });
      expect(byHand[0]).toBeCloseTo(picked[0]?.[0] ? 1 / 4 : 1 / 2, 12);
      for (const [index, { loss, meanLoss }] of closed.entries()) {
        expect(loss.low).toBeCloseTo(byHand[index] ?? Number.NaN, digits);
        expect(loss.high).toBe(loss.low);
        const sofar = byHand.slice(0, index + 1);
        expect(meanLoss?.mean).toBeCloseTo(sofar.reduce((sum, e) => sum + e, 0) / sofar.length, digits);
      }
      expect(closed.map((point) => point.meanLoss?.interval === null)).toEqual([true, false, false]);
      const { rounds } = await readWatchedRounds(app, { studyId });
      expect(rounds.map(({ result }) => result?.outcomes)).toEqual([
        ...picked
          .map(([rich, poor]) => ({ yes: Number(rich), no: Number(poor), lost: 0, pending: 0 }))
          .reverse(),
        undefined,
      ]);
    });

    it("includes outcomes in the next policy, with the chance of their round", async () => {
      await applyUpdates(app, studyId);
      const { comparison } = await readPolicyView(app, studyId);
      // Charges of rules 1 and 2, and of rule 1: yes -1/2 · no 1/p - 1/2 · rejected -1/2, once the round is settled.
      let [all, rich] = [0, 0];
      for (const [index, [richPicked, poorPicked]] of picked.entries()) {
        const poor = poorPicked ? 1 / (chances(index)[1] ?? 0) - 1 / 2 : -1 / 2;
        const own = richPicked ? -1 / 2 : -1 / 2;
        all += own + poor;
        rich += own + (index < 2 ? eps / eta / 2 : 0);
      }
      const weights = [1, Math.exp(-eta * all), Math.exp(-eta * rich)];
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const named = new Map(comparison?.heaviest.map((row) => [row.rule, row.share]));
      for (const [rule, name] of ["accept no one", "accept everyone", "accept if income > 50"].entries()) {
        expect(named.get(name)).toBeCloseTo((weights[rule] ?? 0) / total, digits);
      }
      expect(comparison?.between.outcomeCount).toBe(picked.flat().filter(Boolean).length);
    });
  });

  it("provides every table as CSV, with formulas escaped", async () => {
    for (const table of ["limits", "moved", "remembered"]) {
      expect(await tableRows(app, studyId, table), table).toEqual([]);
    }
    for (const table of ["reports", "loss", "picked"]) {
      expect(await tableRows(app, studyId, table), table).toHaveLength(3);
    }
    const { rounds } = await readWatchedRounds(app, { studyId });
    const rows = await tableRows(app, studyId, "picked");
    expect(rows.map((row) => row.split(",").map(Number))).toEqual(
      picked.map((both, index) => {
        const count = both.filter(Boolean).length;
        const own = rounds.find(({ number }) => number === index + 2);
        return [index + 2, 2, count, count / 2, own?.chances.mean];
      }),
    );
    const { comparison } = await readPolicyView(app, studyId);
    expect(await tableRows(app, studyId, "rules")).toEqual(
      comparison?.heaviest.map(({ rule, share, before }) => `${rule},${share},${before}`),
    );
  });

  it("adds up to the same whether rounds were read one by one or all at once", async () => {
    const other = await threeRounds(app, { settings: guardedSettings });
    const where = { studyId: other.studyId };
    /** Read after each step with a cache, then without a cache. */
    const check = async (step: string) => {
      const kept = await readOverview(app, other.studyId);
      keptFacts().delete(other.studyId);
      expect(kept, step).toEqual(await readOverview(app, other.studyId));
    };
    await check("published");
    for (const verdicts of [3, 2, 0]) {
      const { round } = await openRound(app, where);
      await check(`opened ${round}`);
      const words = Array.from({ length: verdicts }, () => "unfair" as const);
      const { pairCount } = (await readRoundDetails(app, other.studyId, round)).round;
      if (pairCount > 0) await sealAll(app, other, round, words);
      await check(`sealed ${round}`);
      if (verdicts === 2) await cancelRound(app, { ...where, round, reason: "wrong-people" });
      else await closeRound(app, { ...where, round });
      await applyUpdates(app, other.studyId);
      await check(`ended ${round}`);
    }
    const { people } = await readRoundDetails(app, other.studyId, 1);
    const picked = people.flatMap(({ selected }, position) =>
      selected ? [{ round: 1, position, value: "no" as const }] : [],
    );
    expect(picked.length).toBeGreaterThan(0);
    await recordOutcomes(app, { ...where, accountId: other.operatorId, idempotencyKey: "later" }, picked);
    await check("outcomes of an early round");

    // Rounds without new entries are not read again, unless the log is another one.
    const ofFirst = async () => (await readOverview(app, other.studyId)).closed[0]?.pairCount;
    await store.alter((run) =>
      run(`update round set pair_count = 7 where study_id = '${other.studyId}' and number = 1`),
    );
    await openRound(app, where);
    expect(await ofFirst()).toBe(1);
    const ours = keptFacts().get(other.studyId);
    if (ours) keptFacts().set(other.studyId, { ...ours, hash: "of another log" });
    expect(await ofFirst()).toBe(7);
  });

  it("caches the sums of fifty studies, and evicts the least recently used", async () => {
    const other = await threeRounds(app);
    await readOverview(app, other.studyId);
    const kept = keptFacts();
    for (const name of kept.keys()) if (name !== other.studyId) kept.delete(name);
    for (let study = 1; study <= 49; study += 1) kept.set(`study ${study}`, { hash: "" });
    expect(kept.size).toBe(50);
    await readOverview(app, other.studyId);
    kept.set("study 50", { hash: "" });
    const isKept = [other.studyId, "study 1", "study 2", "study 50"].map((name) => kept.has(name));
    expect([kept.size, ...isKept]).toEqual([50, true, false, true, true]);
    for (let study = 2; study <= 50; study += 1) kept.delete(`study ${study}`);
  });

  it("refuses to show a learner that is ahead of its log", async () => {
    const other = await threeRounds(app);
    await store.alter((run) => run(`update study set applied_seq = 999 where id = '${other.studyId}'`));
    await expect(readPolicyView(app, other.studyId)).rejects.toThrow(
      `the state of ${other.studyId} after entry 999 cannot be made again from its log`,
    );
  });

  it("shows an entry of the log as it was hashed", async () => {
    const { rounds } = await readWatchedRounds(app, { studyId });
    const seq = rounds[0]?.closedSeq ?? 0;
    const entry = await readEntry(app, { studyId, seq });
    const { nextSeq } = await app.store.read((db) => requireStudy(db, studyId));
    expect(entry).toMatchObject({ seq, type: "round.closed", round: 4, lastSeq: nextSeq - 1 });
    expect([await hasEntry(app, { studyId, seq }), await hasEntry(app, { studyId, seq: 9_999 })]).toEqual([
      ...[true, false],
    ]);
    await refused(readEntry(app, { studyId, seq: 9_999 }), "not-found");
  });

  it("pages by twenty rounds, newest first", async () => {
    const many = await threeRounds(app, { name: "many rounds" });
    for (let round = 1; round <= 23; round += 1) {
      await openRound(app, { studyId: many.studyId });
      await cancelRound(app, { studyId: many.studyId, round, reason: "wrong-people" });
    }
    const pageOf = async (wanted: { before?: number; page?: number; isDescending?: boolean }) => {
      const { rounds, older, ...of } = await readWatchedRounds(app, { studyId: many.studyId, ...wanted });
      return [rounds.at(0)?.number, rounds.at(-1)?.number, older, of.page];
    };
    expect(await pageOf({})).toEqual([23, 4, 4, 1]);
    expect(await pageOf({ before: 22 })).toEqual([21, 2, 2, 1]);
    expect(await pageOf({ before: 21 })).toEqual([20, 1, null, 1]);
    expect(await pageOf({ before: 1 })).toEqual([undefined, undefined, null, 1]);
    expect(await pageOf({ page: 2 })).toEqual([3, 1, null, 2]);
    expect(await pageOf({ page: 9 })).toEqual([3, 1, null, 2]);
    expect(await pageOf({ isDescending: false })).toEqual([1, 20, 20, 1]);
    expect(await pageOf({ page: 2, isDescending: false })).toEqual([21, 23, null, 2]);
  });

  it("has no earlier policy to compare after an erasure, and says so", async () => {
    const before = await readPolicyView(app, studyId);
    await erasePerson(app, { studyId, personId: "p1", accountId: study.operatorId });
    const { isPartlyLost, comparison } = await readPolicyView(app, studyId);
    expect([before.isPartlyLost, isPartlyLost]).toEqual([false, true]);
    expect(comparison?.heaviest.map((row) => row.share)).toEqual(
      before.comparison?.heaviest.map((row) => row.share),
    );
    expect([before.comparison?.with, comparison?.with]).toEqual([4, null]);
  });
});
