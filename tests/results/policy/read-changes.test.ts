import { beforeAll, describe, expect, it } from "vitest";
import { readChangedForAuditor, readChangedPairs } from "#server/results/policy/read-changed-pairs.ts";
import { type Changes, readChanges } from "#server/results/policy/read-changes.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { tableRows } from "../table-rows.ts";
import { type Line, linesOf } from "./log-lines.ts";
import { playNext, sealAll, threeRounds } from "./three-rounds.ts";

/** Records "yes" for rich picked people and "no" for poor ones; returns the number of outcomes. */
async function recordAll(app: TestApp, { studyId, operatorId }: TestStudy, round: number): Promise<number> {
  const { people } = await readRoundDetails(app, studyId, round);
  const outcomes = people.flatMap(({ position, selected }) =>
    selected ? [{ round, position, value: position === 0 ? ("yes" as const) : ("no" as const) }] : [],
  );
  const batch = { studyId, accountId: operatorId, idempotencyKey: `outcomes ${round}` };
  if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
  await applyUpdates(app, studyId);
  return outcomes.length;
}

/** Plays three rounds (reported, reported, quiet), with outcomes during the next round and repeated reads of the view. */
async function play(app: TestApp, study: TestStudy): Promise<void> {
  const { studyId } = study;
  // A cancelled round leaves no trace.
  await openRound(app, { studyId });
  await readChanges(app, studyId);
  await cancelRound(app, { studyId, round: 1, reason: "wrong-people" });
  let recordedCount = 0;
  for (const round of [2, 3, 4]) {
    await openRound(app, { studyId });
    if (round > 2) {
      const before = recordedCount;
      recordedCount = await recordAll(app, study, round - 1);
      // The open round's policy knows of the close before it, and of no outcome that came later.
      const { comparison } = await readPolicyView(app, studyId);
      expect(comparison).toMatchObject({ round, with: round - 1 });
      expect(comparison?.between).toMatchObject({ closedRounds: [round - 1], outcomeCount: before });
      expect(comparison?.between.updateSeqs).toHaveLength(round === 3 ? 1 : 2);
    }
    await readChanges(app, studyId);
    const { round: shown } = await readRoundDetails(app, studyId, round);
    if (shown.pairCount > 0) {
      await sealAll(
        app,
        study,
        round,
        round < 4 ? ["unfair", "unfair", "acceptable"] : ["unsure", "unsure", "unsure"],
      );
    }
    await closeRound(app, { studyId, round });
    await applyUpdates(app, studyId);
    await readChanges(app, studyId);
  }
  await recordAll(app, study, 4);
}

const changedIn = ({ changed }: Changes) => {
  if (changed === null) throw new Error("too early to see");
  return changed;
};

/** People differ only in rich and poor, so a round's logged chances apply to every earlier round under its policy. */
async function expectLoggedNow(app: TestApp, { studyId }: TestStudy): Promise<void> {
  const { round } = await openRound(app, { studyId });
  const opened = linesOf((await exportStudy(app, studyId)).log).findLast(
    ({ type }) => type === "round.opened",
  );
  const { people, guard } = (opened?.body ?? {}) as {
    people: { chance: string }[];
    guard?: { base: string[] };
  };
  const chances = people.map(({ chance }) => Number(chance));
  const base = guard?.base.map(Number) ?? chances;
  const { policyOf, isEstimated, pairs } = await readChangedPairs(app, { studyId });
  expect([policyOf, isEstimated]).toEqual([round, false]);
  expect(pairs.length).toBeGreaterThan(0);
  for (const { now } of pairs) {
    expect(now.high).toBeCloseTo(chances[0] ?? 0, 12);
    expect(now.low).toBeCloseTo(chances[1] ?? 0, 12);
    expect(now.baseHigh).toBeCloseTo(base[0] ?? 0, 12);
    expect(now.baseLow).toBeCloseTo(base[1] ?? 0, 12);
  }
}

function reportedIn(lines: readonly Line[]): number[] {
  return lines.flatMap(({ type, body }) =>
    type === "round.closed" && (body.violations as unknown[]).length > 0 ? [body.round as number] : [],
  );
}

/** The basis of a view of the three rounds: all picked people have an outcome, and each pair was judged. */
function groundOf(lines: readonly Line[]): Changes["ground"] {
  const closed = lines.filter(({ type }) => type === "round.closed");
  const judged = lines.filter(({ type }) => type === "ballot.opened").map(({ body }) => body.round);
  const pairCount = new Set(judged).size;
  return {
    closedCount: closed.length,
    reportCount: reportedIn(lines).length,
    knownCount: lines.filter(({ type }) => type === "outcome.recorded").length,
    ...{ pendingCount: 0, lostCount: 0, pairCount, unjudgedCount: 0 },
  };
}

/** The chance logged when the pair was reported. */
function expectLoggedThen(changes: Changes, lines: readonly Line[]): void {
  const { pairs } = changedIn(changes);
  expect(pairs.map(({ round }) => round)).toEqual(reportedIn(lines).reverse());
  for (const { round, atReport } of pairs) {
    const opened = lines.find(({ type, body }) => type === "round.opened" && body.round === round)?.body;
    const { people, guard } = opened as { people: { chance: string }[]; guard?: { base: string[] } };
    const chances = people.map(({ chance }) => Number(chance));
    const [high, low] = chances;
    const [baseHigh, baseLow] = guard?.base.map(Number) ?? chances;
    expect(atReport).toEqual({ high, low, baseHigh, baseLow });
  }
}

/** Checks the tables. */
async function expectTables(app: TestApp, studyId: string, changes: Changes): Promise<void> {
  const changed = changedIn(changes);
  const inOrder = ({
    high,
    low,
    baseHigh,
    baseLow,
  }: Record<"high" | "low" | "baseHigh" | "baseLow", number>) => [high, low, baseHigh, baseLow].map(String);
  const rows = await tableRows(app, studyId, "changed");
  expect(rows.map((row) => row.split(","))).toEqual(
    changed.pairs.map(({ round, atReport, now }) => [
      ...[String(round), "0", "1", "2", "false"],
      ...[...inOrder(atReport), ...inOrder(now)],
    ]),
  );
}

describeReads("what the panel changed", (openStore) => {
  const settings = {
    known: { epsPoints: "10", rejectedHalves: "at-close" },
    guarded: guardedSettings,
    ftpl: { learner: "ftpl", mode: "known", resampleCount: "1000" },
  } as const;

  describe.each(["known", "guarded", "ftpl"] as const)("in a study of %s", (family) => {
    let app: TestApp;
    let study: TestStudy;

    beforeAll(async () => {
      app = testApp(await openStore());
      study = await threeRounds(app, { settings: settings[family] });
    });

    it("is not shown before the first report and the tenth outcome", async () => {
      expect(await readChanges(app, study.studyId)).toEqual({
        ground: {
          closedCount: 0,
          reportCount: 0,
          knownCount: 0,
          pendingCount: 0,
          lostCount: 0,
          pairCount: 0,
          unjudgedCount: 0,
        },
        changed: null,
      });
      expect(await readChangedPairs(app, { studyId: study.studyId })).toEqual({
        ...{ policyOf: null, isEstimated: false, isPolicyLost: false },
        ...{ pairs: [], olderCount: 0, erasedCount: 0 },
      });
    });

    it("equals the exported log", async () => {
      await play(app, study);
      const { studyId } = study;
      const lines = linesOf((await exportStudy(app, studyId)).log);
      const changes = await readChanges(app, studyId);
      expect(changes.ground).toEqual(groundOf(lines));
      expectLoggedThen(changes, lines);
      await expectTables(app, studyId, changes);
    });

    it("is equal for repeated reads and for a fresh state", async () => {
      const fresh = { ...app, store: Object.create(app.store) as typeof app.store };
      const [now, fromFresh] = [
        await readChanges(app, study.studyId),
        await readChanges(fresh, study.studyId),
      ];
      expect(now.changed).toEqual(fromFresh.changed);
      expect(now.changed).toMatchObject({
        policyOf: null,
        isEstimated: family === "ftpl",
        olderCount: 0,
        erasedCount: 0,
      });
      const { comparison, drawnCount } = await readPolicyView(app, study.studyId);
      // FTPL has no policy for a future round, so the last two are compared.
      const isDrawn = family === "ftpl";
      expect([comparison?.round, comparison?.with, drawnCount]).toEqual(
        isDrawn ? [4, 3, 1_000] : [null, 4, null],
      );
    });

    it("shows an auditor only their own rounds, once they are closed", async () => {
      const { studyId, auditorIds, operatorId } = study;
      const accountId = auditorIds[0] ?? "";
      const mine = await readChangedForAuditor(app, { studyId, round: 2, accountId });
      expect(mine).toEqual(await readChangedPairs(app, { studyId, round: 2 }));
      expect(mine?.pairs.map(({ round }) => round)).toEqual([2]);
      await refused(readChangedForAuditor(app, { studyId, round: 2, accountId: operatorId }), "not-on-panel");
      await refused(readChangedForAuditor(app, { studyId, round: 9, accountId }), "not-found");
    });

    it("follows from the open round's chances while a round is open", async () => {
      await expectLoggedNow(app, study);
      const { studyId, auditorIds } = study;
      const accountId = auditorIds[0] ?? "";
      expect(await readChangedForAuditor(app, { studyId, round: 5, accountId })).toBeNull();
      await closeRound(app, { studyId, round: 5 });
      await applyUpdates(app, studyId);
    });

    it("leaves out a round with an erased person, and says so", async () => {
      const { studyId, operatorId: accountId } = study;
      const before = await readChangedPairs(app, { studyId });
      const [newest] = before.pairs;
      const { people } = await readRoundDetails(app, studyId, newest?.round ?? 0);
      await erasePerson(app, { studyId, accountId, personId: people[0]?.personId ?? "" });
      const after = await readChangedPairs(app, { studyId });
      expect(after.erasedCount).toBe(1);
      expect(after.pairs.map(({ round }) => round)).toEqual(before.pairs.slice(1).map(({ round }) => round));
    });
  });

  it("cannot be computed after an erasure following the last round, and says so", async () => {
    const app = testApp(await openStore());
    const study = await threeRounds(app, {
      settings: { ...settings.known, horizon: "2", afterHorizon: "end" },
    });
    const { studyId, operatorId: accountId } = study;
    for (const _ of [1, 2]) await playNext(app, study);
    const reported = async () => {
      const { pairs, erasedCount, isPolicyLost } = await readChangedPairs(app, { studyId });
      return { rounds: pairs.map(({ round }) => round), erasedCount, isPolicyLost };
    };
    const isLost = async () => {
      const { isPartlyLost, comparison } = await readPolicyView(app, studyId);
      return { isPartlyLost, isCompared: comparison !== null };
    };
    expect(await reported()).toEqual({ rounds: [2, 1], erasedCount: 0, isPolicyLost: false });
    expect(await isLost()).toEqual({ isPartlyLost: false, isCompared: true });
    const { people } = await readRoundDetails(app, studyId, 1);
    await erasePerson(app, { studyId, accountId, personId: people[0]?.personId ?? "" });
    expect(await reported()).toEqual({ rounds: [], erasedCount: 0, isPolicyLost: true });
    expect(await isLost()).toEqual({ isPartlyLost: true, isCompared: false });
  });
});
