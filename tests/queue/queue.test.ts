import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { openPgBossQueue } from "#server/queue/pg-boss-queue.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { confirmFile, readConfirmed } from "#server/studies/uploads/confirm-file.ts";
import { checkFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { startChild } from "#tests/db/children/start.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { roundRow } from "#tests/setup/beacon-study.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { csvOf, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

const hour = 3_600_000;

describePostgres("a job that a web server leaves to workers", (_, { newPlace }) => {
  describe("two workers, one of which is killed", () => {
    it("is done once, and by the other worker after the kill", async () => {
      const place = await newPlace();
      if (place.databaseUrl === undefined) throw new Error("no place");
      const store = await connectStore(place);
      const clocks = { limitMs: 1e9, store, now: Date.now, passed: () => performance.now() };
      const app = { ...testApp(store), now: Date.now, timekeeper: await openTimekeeper(clocks) };
      const { queue, stop } = await openPgBossQueue(app, place.databaseUrl, false);
      app.work.queue = queue;
      onTestFinished(async () => {
        await stop();
        await store.close();
      });
      const { studyId, operatorId: accountId } = await publishedStudy(
        { ...app, work: testApp(store).work },
        { people: madeUpPeople(60) },
      );
      const typesOf = async () =>
        (await exportStudy(app, studyId)).log.match(
          /(?<="type":")(round\.\w+|learner\.updated|people\.imported)/g,
        );

      const workers = await Promise.all([worker(place, 0), worker(place, 0)]);

      const { round } = await openRound(app, { studyId });
      await closeRound(app, { studyId, round });
      await expect.poll(typesOf).toContain("learner.updated");

      const bytes = csvOf({ people: madeUpPeople(2_000) });
      await takeFile(app, furtherPeople, { studyId, accountId, name: "more.csv", bytes });
      const fileId = (await readFurtherPeople(app, studyId)).file?.id ?? "";
      const plan = (await checkFile(app, furtherPeople, studyId))?.hash ?? "";
      await (await confirmFile(app, furtherPeople, { studyId, accountId, fileId, plan })).finished;
      const confirmed = () => readConfirmed(app, furtherPeople, studyId);
      const isAtWork = async () => {
        const now = await confirmed();
        return now.state === "done" || (now.state === "running" && now.total === 2_000);
      };
      await expect.poll(isAtWork).toBe(true);
      workers[0]?.kill("SIGKILL");
      await expect.poll(async () => (await confirmed()).state).toBe("done");

      const second = await openRound(app, { studyId, deadlineAt: Date.now() + hour });
      // Two further workers whose clocks are ahead.
      await Promise.all([worker(place, 2 * hour), worker(place, 2 * hour)]);
      await expect
        .poll(() => roundRow({ ...testApp(store) }, studyId, second.round))
        .toMatchObject({ state: "closed", closeReason: "deadline" });
      // In two updates or three: one may come between an opening and its close.
      await expect.poll(() => listStudiesBehind(app)).not.toContainEqual({ studyId });
      expect((await typesOf())?.filter((type) => type === "round.closed")).toHaveLength(2);
      expect((await typesOf())?.filter((type) => type === "people.imported")).toHaveLength(2);
      const { log, features } = await exportStudy(app, studyId);
      expect(replay(log, features).problems).toEqual([]);
    });
  });
});

describePostgres("a scheduled job", (_, { newPlace }) => {
  it("is done soon after its time without a notification", async () => {
    const place = await newPlace();
    if (place.databaseUrl === undefined) throw new Error("no place");
    const store = await connectStore(place);
    const app = testApp(store);
    const { queue, stop } = await openPgBossQueue(app, place.databaseUrl, true);
    const database = new pg.Client(place.databaseUrl);
    await database.connect();
    onTestFinished(async () => {
      await database.end();
      await stop();
      await store.close();
    });
    await queue.enqueue(app, { kind: "draw", studyId: app.newId() }, 1_000);
    // By the database's clock. A queue that relies on notifications polls every 30 seconds, this one every two.
    const done =
      "select started_on - start_after < interval '20 seconds' as soon from evenhand_jobs.job where state = 'completed' and data->>'kind' = 'draw'";
    await expect.poll(async () => (await database.query(done)).rows).toEqual([{ soon: true }]);
  });
});

async function worker(place: unknown, ahead: number): Promise<ChildProcessWithoutNullStreams> {
  const child = startChild("../../queue/children/worker.ts", [JSON.stringify(place), String(ahead)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = once(child, "close").then(() => Promise.reject(new Error(said)));
  await Promise.race([once(child.stdout, "data"), ended]);
  ended.catch(() => undefined);
  return child;
}
