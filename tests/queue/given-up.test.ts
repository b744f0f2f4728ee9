import { expect, it, onTestFinished } from "vitest";
import { connectStore } from "#db/open-store.ts";
import type { JobKind } from "#server/platform/app/job-queue.ts";
import { inProcessQueue } from "#server/queue/in-process-queue.ts";
import { openPgBossQueue } from "#server/queue/pg-boss-queue.ts";
import { runOnce } from "#server/queue/run-once.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readPublishing, startPublishing } from "#server/studies/drafts/publish-job.ts";
import { learnerUpdateLimit, listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { completeDraft } from "#tests/studies/drafts/drafting.ts";

captureLog();

const hour = 3_600_000;

/** Returns an app whose worker threads never answer a task of this name, and a promise of its first call. */
function hangingAt(app: TestApp, task: string) {
  const { promise: hangs, resolve } = Promise.withResolvers<void>();
  const run: TestApp["pool"]["run"] = (name, ...rest) => {
    if (name !== task) return app.pool.run(name, ...rest);
    resolve();
    return new Promise<never>(() => undefined);
  };
  return { app: { ...app, pool: { ...app.pool, run } }, hangs };
}

describeEngines("a job that hangs", (openStore, { newPlace }) => {
  it("is counted while it runs, and is stopped at the time limit of its kind", async () => {
    const place = await newPlace();
    const store = await connectStore(place);
    const { app, hangs } = hangingAt(testApp(store), "convertPeopleFile");
    const { queue, stop } =
      place.databaseUrl === undefined
        ? { queue: inProcessQueue, stop: async () => undefined }
        : await openPgBossQueue(app, place.databaseUrl, true);
    onTestFinished(async () => {
      await stop();
      await store.close();
    });
    const { studyId, operatorId: accountId, view } = await completeDraft(app);
    app.work.queue = queue;
    const counted = async (kind: JobKind) => (await queue.count(app))[kind];
    await queue.enqueue(app, { kind: "draw", studyId }, hour);
    const { revision } = (await view()).draft;
    await startPublishing(app, { studyId, accountId, revision });
    await expect.poll(() => counted("publish")).toEqual({ scheduled: 0, waiting: 0, running: 1 });
    expect(await counted("draw")).toEqual({ scheduled: 1, waiting: 0, running: 0 });
    expect(await readPublishing(app, studyId)).toMatchObject({ state: "running" });
    // Its time limit starts here: moving the clock earlier would move the limit too.
    await hangs;
    app.clock.advance(hour);
    await expect
      .poll(() => readPublishing(app, studyId))
      .toMatchObject({
        state: "failed",
        message: "This took longer than 60 minutes and was stopped. Start it again.",
      });
    await expect.poll(() => counted("publish")).toBeUndefined();
  });

  it("of a learner is retried, and releases the study", async () => {
    const app = testApp(await openStore());
    const { studyId } = await publishedStudy(app);
    const { round } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round });
    const job = { kind: "update-learner", studyId } as const;
    const hanging = hangingAt(app, "applySteps");
    const first = runOnce(hanging.app, job);
    await hanging.hangs;
    expect(await runOnce(app, job)).toBe(1_000);
    app.clock.advance(learnerUpdateLimit);
    expect(await first).toBe(60_000);
    expect(await runOnce(app, job)).toBeNull();
    expect(await listStudiesBehind(app)).not.toContainEqual({ studyId });
  });
});
