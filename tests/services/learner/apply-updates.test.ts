import { beforeAll, expect, it } from "vitest";
import { findUpdate } from "#db/queries/learner.ts";
import { listEntriesOf } from "#db/queries/log.ts";
import { releaseLease, takeLease } from "#db/queries/studies.ts";
import { applyAllUpdates, applyUpdates } from "#server/services/learner/apply-updates.ts";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { type TestApp, testApp } from "../../setup/app.ts";
import { describeEngines } from "../../setup/engines.ts";
import { publishedStudy } from "../../setup/study.ts";

describeEngines("applying updates", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });

  const updates = (studyId: string) =>
    app.store.read((db) => listEntriesOf(db, { studyId, types: ["learner.updated"], after: 0, limit: 100 }));

  async function closedRound() {
    const { studyId } = await publishedStudy(app);
    const { round } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round, reason: "operator" });
    return studyId;
  }

  it("applies a closed round once, however many processes try at once", async () => {
    const studyId = await closedRound();
    await Promise.all([applyUpdates(app, studyId), applyUpdates(app, studyId), applyUpdates(app, studyId)]);
    expect(await updates(studyId)).toHaveLength(1);
    await applyUpdates(app, studyId);
    expect(await updates(studyId)).toHaveLength(1);
  });

  it("waits for whoever holds the lease, and goes on when it is given back", async () => {
    const studyId = await closedRound();
    const now = app.now();
    const lease = { studyId, owner: "another process", now, until: now + 3_600_000 };
    const held = await app.store.tx((tx) => takeLease(tx, lease));
    const applying = applyUpdates(app, studyId);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await updates(studyId)).toHaveLength(0);
    await app.store.tx((tx) => releaseLease(tx, { studyId, fence: held?.fence ?? -1 }));
    await applying;
    expect(await updates(studyId)).toHaveLength(1);
  });

  it("writes nothing for a holder whose lease another process has taken since", async () => {
    const studyId = await closedRound();
    let isSlow = true;
    const loseLease = async () => {
      isSlow = false;
      app.clock.advance(60_000);
      const now = app.now();
      await app.store.tx((tx) => takeLease(tx, { studyId, owner: "another process", now, until: now + 40 }));
    };
    // While the worker computes, the lease runs out and somebody else takes it.
    const run: TestApp["pool"]["run"] = (name, input) =>
      app.pool.run(name, input).then(async (result) => {
        if (isSlow) await loseLease();
        return result;
      });
    const slow = { ...app, pool: { ...app.pool, run } };
    const applying = applyUpdates(slow, studyId);
    await applying;
    // The first result was thrown away: the one that counts was written with the fence of a later lease.
    expect(isSlow).toBe(false);
    expect(await updates(studyId)).toHaveLength(1);
    const study = await app.store.read((db) => findUpdate(db, studyId));
    expect(study?.fence).toBe(3);
  });

  it("takes over a study whose process died before it could update", async () => {
    const studyId = await closedRound();
    await applyAllUpdates(app);
    expect(await updates(studyId)).toHaveLength(1);
  });
});
