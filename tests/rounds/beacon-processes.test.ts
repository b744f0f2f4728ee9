import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { linesOf, startChild } from "#tests/db/children/start.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { playToClosing, roundRow } from "#tests/setup/beacon-study.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeEngines("several servers with a round that is closing", (_, { newPlace, name }) => {
  describe("in separate processes", () => {
    it("close it once, although some are killed while closing it", async () => {
      const place = await newPlace();
      const beacon = await startBeacon(Date.now, { delay: 0 });
      onTestFinished(beacon.close);
      const store = await connectStore(place);
      onTestFinished(() => store.close());
      const app = Object.assign(testApp(store), { now: Date.now, beacon });
      // Ids repeat between engines, and a process remembers a study.
      app.clock.advance(name === "sqlite" ? 0 : 500);
      const study = await publishedStudy(app, { people: madeUpPeople(40) });
      const round = await playToClosing(app, study);
      const { studyId } = study;
      const { beaconRound } = await roundRow(app, studyId, round);
      const number = `${beacon.relays[0]}/${beacon.beacon.chain}/public/${beaconRound}`;
      await expect.poll(async () => (await fetch(number)).status).toBe(200);
      const known = JSON.stringify({ beacon: beacon.beacon, relays: beacon.relays });
      const child = () =>
        startChild("../../rounds/children/take-number.ts", [JSON.stringify(place), studyId, known]);
      for (const lived of [10, 60, 150]) {
        const killed = child();
        await once(killed.stdout, "data");
        await sleep(lived);
        killed.kill("SIGKILL");
        await once(killed, "close");
      }
      const ended = await Promise.all([linesOf(child()), linesOf(child())]);
      expect(ended.map(([, words]) => words)).toEqual(["null", "null"]);
      expect((await roundRow(app, studyId, round)).state).toBe("closed");
      const { log, features, totals } = await exportStudy(app, studyId);
      expect(log.split('"type":"round.closed"')).toHaveLength(2);
      expect(replay(log, features, totals).problems).toEqual([]);
    });
  });
});
