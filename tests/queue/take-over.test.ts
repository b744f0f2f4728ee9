import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { lookFor } from "#server/queue/find-due-jobs.ts";
import { inProcessQueue } from "#server/queue/in-process-queue.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { readConfirmed } from "#server/studies/uploads/confirm-file.ts";
import { checkFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { startChild } from "#tests/db/children/start.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { csvOf, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeEngines("a long job of a killed server", (_, { newPlace }) => {
  describe("on a database with another server", () => {
    it("is taken over within seconds, and done once", async () => {
      const place = await newPlace();
      const store = await connectStore(place);
      const clocks = { limitMs: 3_600_000, store, now: Date.now, passed: () => performance.now() };
      const app = {
        ...testApp(store),
        work: { queue: inProcessQueue },
        timekeeper: await openTimekeeper(clocks),
      };
      onTestFinished(app.close);
      const { studyId, operatorId: accountId } = await publishedStudy(app, { people: madeUpPeople(20) });
      const bytes = csvOf({ people: madeUpPeople(1_000) });
      await takeFile(app, furtherPeople, { studyId, accountId, name: "more.csv", bytes });
      const { file } = await readFurtherPeople(app, studyId);
      const plan = (await checkFile(app, furtherPeople, studyId))?.hash ?? "";
      const input = JSON.stringify({ studyId, accountId, fileId: file?.id, plan });
      const server = startChild("../../queue/children/begin-import.ts", [
        JSON.stringify(place),
        input,
        String(app.now() + 1_000),
      ]);
      let said = "";
      server.stderr.on("data", (chunk) => {
        said += chunk;
      });
      await Promise.race([
        once(server.stdout, "data"),
        once(server, "close").then(() => {
          throw new Error(said);
        }),
      ]);
      server.kill("SIGKILL");
      await once(server, "close");
      const state = async () => (await readConfirmed(app, furtherPeople, studyId)).state;
      expect(await state()).toBe("running");
      const found = async () => {
        await Promise.all([
          lookFor(app, "recorded", () => false),
          lookFor({ ...app }, "recorded", () => false),
        ]);
        return state();
      };
      await expect.poll(found, { interval: 500 }).toBe("done");
      expect(await readConfirmed(app, furtherPeople, studyId)).toMatchObject({
        state: "done",
        receipt: { first: "p21", last: "p1020", count: 1_000 },
      });
      const { log, features } = await exportStudy(app, studyId);
      expect(log.split('"type":"people.imported"')).toHaveLength(3);
      expect(replay(log, features).problems).toEqual([]);
    });
  });
});
