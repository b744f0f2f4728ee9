import { expect, it } from "vitest";
import { listEntriesOf } from "#db/queries/log.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { lookFor } from "#server/queue/find-due-jobs.ts";
import { inProcessQueue, isExpected, requestedJobsQueue } from "#server/queue/in-process-queue.ts";
import { runOnce } from "#server/queue/run-once.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const logLines = captureLog();

describeEngines("a job in the in-process queue", async (openStore) => {
  const app = testApp(await openStore());
  app.work.queue = inProcessQueue;

  async function behind() {
    const quiet = { ...app, work: { queue: requestedJobsQueue } };
    const { studyId } = await publishedStudy(quiet);
    const { round } = await openRound(quiet, { studyId });
    await closeRound(quiet, { studyId, round });
    return { kind: "update-learner" as const, studyId };
  }
  const updatesOf = (studyId: string) =>
    app.store.read((db) => listEntriesOf(db, { studyId, types: ["learner.updated"], after: 0, limit: 9 }));

  it("is done once for several simultaneous requests", async () => {
    const work = await behind();
    await Promise.all([enqueue(app, work), enqueue(app, work), enqueue(app, work)]);
    expect(await updatesOf(work.studyId)).toHaveLength(1);
    expect(isExpected(app.store, work)).toBe(false);
  });

  it("is found without a request, unless it is already expected", async () => {
    const work = await behind();
    expect(await listStudiesBehind(app)).toContainEqual({ studyId: work.studyId });
    await lookFor(app, "update-learner", () => true);
    expect(isExpected(app.store, work)).toBe(false);
    expect(await updatesOf(work.studyId)).toHaveLength(0);
    await lookFor(app, "update-learner", () => false);
    await expect.poll(() => updatesOf(work.studyId)).toHaveLength(1);
  });

  it("waits for its time, and runs sooner if it is requested again", async () => {
    const work = await behind();
    await enqueue(app, work, 600_000);
    expect(isExpected(app.store, work)).toBe(true);
    expect(await updatesOf(work.studyId)).toHaveLength(0);
    await enqueue(app, work);
    expect(await updatesOf(work.studyId)).toHaveLength(1);
    expect(isExpected(app.store, work)).toBe(false);
  });

  it("that fails is logged and retried later", async () => {
    const broken = {
      ...app,
      store: { ...app.store, read: () => Promise.reject(new Error("a broken connection")) },
    };
    expect(await runOnce(broken, { kind: "draw", studyId: "none" })).toBe(60_000);
    expect(await runOnce(app, { kind: "update-learner", studyId: "none" })).toBe(60_000);
    const said = logLines.splice(0).join("");
    expect(said).toMatch(/unforeseen error.*a broken connection|a broken connection.*unforeseen error/);
    expect(said).toContain("a job was refused, and is tried again");
  });
});
