import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { listEntriesOf } from "#db/queries/log.ts";
import { findRound } from "#db/queries/rounds.ts";
import { takeLease, updateLease } from "#db/queries/studies.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { applyUnlessHeld, applyUpdates, listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { withState } from "#server/studies/learner/state.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";

describeEngines("applying updates", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);

  const updates = (studyId: string) =>
    app.store.read((db) => listEntriesOf(db, { studyId, types: ["learner.updated"], after: 0, limit: 100 }));

  /** Lists the stored states by the last entry that they include. */
  const snapshots = async (studyId: string) => {
    const rows = await app.store.read(({ q, t: { learnerSnapshot } }) =>
      q.select({ studyId: learnerSnapshot.studyId, seq: learnerSnapshot.appliedSeq }).from(learnerSnapshot),
    );
    const own = rows.filter((row) => row.studyId === studyId);
    return own.map((row) => row.seq).sort((a, b) => a - b);
  };

  /** Lists the fences with which applied updates were written. */
  const fences = async (studyId: string) => {
    const rows = await app.store.read(({ q, t: { learnerUpdate } }) =>
      q.select({ studyId: learnerUpdate.studyId, fence: learnerUpdate.fence }).from(learnerUpdate),
    );
    return rows.filter((row) => row.studyId === studyId).map((row) => row.fence);
  };

  async function closedRound() {
    const { studyId } = await publishedStudy(app);
    const { round } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round });
    return studyId;
  }

  async function studyWithPick() {
    const study = await publishedStudy(app);
    for (;;) {
      const { round, people } = await playRound(app, study, []);
      const position = people.findIndex((person) => person.selected);
      if (position >= 0) return { study, picked: { round: round.number, position } };
    }
  }

  it("applies a closed round once, however many processes try at once", async () => {
    const studyId = await closedRound();
    await Promise.all([applyUpdates(app, studyId), applyUpdates(app, studyId), applyUpdates(app, studyId)]);
    expect(await updates(studyId)).toHaveLength(1);
    await applyUpdates(app, studyId);
    expect(await updates(studyId)).toHaveLength(1);
  });

  it("waits for the lease's holder, and continues when the lease is released", async () => {
    const studyId = await closedRound();
    const now = app.now();
    const lease = { studyId, owner: "another process", now, until: now + 10_000 };
    const held = await app.store.tx((tx) => takeLease(tx, lease));
    const refused = Promise.withResolvers<void>();
    let transactions = 0;
    const tx: TestApp["store"]["tx"] = async (body) => {
      const result = await app.store.tx(body);
      transactions += 1;
      if (transactions === 3) refused.resolve();
      return result;
    };
    const applying = applyUpdates({ ...app, store: { ...app.store, tx } }, studyId);
    // While another process holds it, a transaction only tries to take the lease.
    await refused.promise;
    expect(await updates(studyId)).toHaveLength(0);
    await app.store.tx((tx) =>
      updateLease(tx, { studyId, fence: held?.fence ?? -1 }, { leaseUntil: null, leaseOwner: null }),
    );
    await applying;
    expect(await updates(studyId)).toHaveLength(1);
  });

  it("gives up with a message after 90 seconds, or returns at once if the caller need not wait", async () => {
    const studyId = await closedRound();
    const now = app.now();
    const lease = { studyId, owner: "another process", now, until: now + 15_000 };
    const held = await app.store.tx((tx) => takeLease(tx, lease));
    expect(await applyUnlessHeld(app, studyId)).toBe(true);
    const fence = held?.fence ?? -1;
    await app.store.tx((tx) => updateLease(tx, { studyId, fence }, { leaseUntil: now + 100_000 }));
    // It reads the clock twice for each attempt to take the lease.
    const passed = [0, ...[1, 2, 3].flatMap(() => [90_000, 90_000])];
    const steady = () => now + (passed.shift() ?? 90_001);
    const waiting = applyUpdates({ ...app, timekeeper: { ...app.timekeeper, steady } }, studyId);
    const { message } = await refused(waiting, "learner-busy");
    expect(message).toBe("The policy is still being updated: try again in a minute.");
    expect(passed).toEqual([]);
    expect(await updates(studyId)).toEqual([]);
    await app.store.tx((tx) => updateLease(tx, { studyId, fence }, { leaseUntil: null, leaseOwner: null }));
    expect(await applyUnlessHeld(app, studyId)).toBe(false);
    expect(await updates(studyId)).toHaveLength(1);
    expect(await applyUnlessHeld(app, studyId)).toBe(false);
  });

  it("holds a lease of ten seconds, renewed every two seconds while it computes", async () => {
    const studyId = await closedRound();
    fakeTimers("setInterval", "clearInterval");
    let clock = app.now();
    const timekeeper = { ...app.timekeeper, steady: () => clock };
    const leased = () =>
      app.store.read(async ({ q, t: { study } }) => {
        const rows = await q.select({ until: study.leaseUntil }).from(study).where(eq(study.id, studyId));
        return (rows[0]?.until ?? 0) - clock;
      });
    const run: TestApp["pool"]["run"] = async (name, input) => {
      expect(await leased()).toBe(10_000);
      clock += 1_999;
      vi.advanceTimersByTime(1_999);
      // A transaction runs after those requested before it.
      await app.store.tx(async () => undefined);
      expect(await leased()).toBe(8_001);
      clock += 1;
      vi.advanceTimersByTime(1);
      await until(async () => (await leased()) === 10_000);
      return app.pool.run(name, input);
    };
    await applyUpdates({ ...app, timekeeper, pool: { ...app.pool, run } }, studyId);
    expect(await updates(studyId)).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(await leased()).toBeLessThan(0);
  });

  it("writes nothing for a holder whose lease another process has taken", async () => {
    const studyId = await closedRound();
    let isSlow = true;
    const loseLease = async () => {
      isSlow = false;
      app.clock.advance(60_000);
      const now = app.now();
      await app.store.tx((tx) => takeLease(tx, { studyId, owner: "another process", now, until: now + 40 }));
    };
    // While the worker computes, the lease expires and another process takes it.
    const run: TestApp["pool"]["run"] = (name, input) =>
      app.pool.run(name, input).then(async (result) => {
        if (isSlow) await loseLease();
        return result;
      });
    const slow = { ...app, pool: { ...app.pool, run } };
    const applying = applyUpdates(slow, studyId);
    await applying;
    // The first result was discarded: the stored one was written with the fence of a later lease.
    expect(isSlow).toBe(false);
    expect(await updates(studyId)).toHaveLength(1);
    expect(await fences(studyId)).toEqual([3]);
  });

  it("does not overwrite a state that moved on meanwhile, even with the lease held", async () => {
    const studyId = await closedRound();
    const closed = await app.store.read((db) => findRound(db, studyId, 1));
    // While the worker computes, another process's update reaches the same entry.
    const run: TestApp["pool"]["run"] = (name, input) =>
      app.pool.run(name, input).then(async (result) => {
        await changeByHand(store, "study", {
          set: `applied_seq = ${closed?.closedSeq}`,
          where: `id = '${studyId}'`,
        });
        return result;
      });
    await applyUpdates({ ...app, pool: { ...app.pool, run } }, studyId);
    expect(await updates(studyId)).toEqual([]);
    expect(await fences(studyId)).toEqual([]);
    expect(await snapshots(studyId)).toEqual([]);
  });

  it("keeps the states of open rounds and of the last two closed rounds, and the newest state", async () => {
    const { study, picked } = await studyWithPick();
    const { studyId, operatorId: accountId } = study;
    const { round, seq } = await openRound(app, { studyId });
    const opened = await app.store.read((db) => findRound(db, studyId, round));
    const baseSeq = opened?.appliedSeq ?? 0;
    expect(baseSeq).toBeLessThan(seq);
    expect(await snapshots(studyId)).toEqual([baseSeq]);
    let late = 0;
    for (const [index, value] of (["yes", "no", "yes"] as const).entries()) {
      const batch = { studyId, accountId, idempotencyKey: `late ${index}` };
      const [recorded] = await recordOutcomes(app, batch, [{ ...picked, value, isCorrection: index > 0 }]);
      await applyUpdates(app, studyId);
      expect(await snapshots(studyId)).toEqual([baseSeq, recorded?.seq]);
      late = recorded?.seq ?? 0;
    }
    await closeRound(app, { studyId, round });
    await applyUpdates(app, studyId);
    const { appliedSeq } = await app.store.read((db) => requireStudy(db, studyId));
    expect(await snapshots(studyId)).toEqual([baseSeq, appliedSeq]);
    // A caller that began with the previous state must try again, and a missing state is an error: in a server that has
    // no state in memory.
    const cold = { ...app };
    const { learner: spec } = learningOf(settingsOf(await app.store.read((db) => requireStudy(db, studyId))));
    const stateAfter = (seq: number) =>
      withState(cold, { studyId, spec, appliedSeq: seq }, async ({ snapshot }) => snapshot);
    await refused(stateAfter(late), "busy");
    await expect(stateAfter(appliedSeq + 1)).rejects.toThrow("cannot be made again");
  });

  it("takes over a study whose process died before it could update", async () => {
    const studyId = await closedRound();
    for (const { studyId } of await listStudiesBehind(app)) await applyUpdates(app, studyId);
    expect(await updates(studyId)).toHaveLength(1);
  });
});
