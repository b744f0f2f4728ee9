import { expect, it, onTestFinished } from "vitest";
import { takeNumbers } from "#server/rounds/await-public-number.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeDueRound } from "#server/rounds/close-due.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { testApp } from "#tests/setup/app.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { playToClosing, roundRow } from "#tests/setup/beacon-study.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";

describeReads("a worker that is stopped while it recomputes the policy of a round", async (openStore) => {
  const base = testApp(await openStore());
  const hour = 3_600_000;

  it.each(["close", "closing when due", "cancellation"] as const)(
    "fails the %s, which changes nothing and can be retried",
    async (what) => {
      const { app, fail } = countWorkerCalls(base);
      const { studyId } = await publishedStudy(app);
      const where = { studyId, round: 1 };
      await openRound(app, { studyId, deadlineAt: app.now() + hour });
      base.clock.advance(2 * hour);
      const end = {
        close: () => closeRound(app, where),
        "closing when due": () => closeDueRound(app, where),
        cancellation: () => cancelRound(app, { ...where, reason: "trouble" }),
      }[what];
      const before = await exportStudy(app, studyId);
      fail("reopenRound");
      await expect(end()).rejects.toThrow("the worker was stopped");
      expect(await exportStudy(app, studyId)).toEqual(before);
      expect((await roundRow(app, studyId, 1)).state).toBe("open");
      await end();
      expect((await roundRow(app, studyId, 1)).state).not.toBe("open");
    },
  );

  it("fails the draw with a public number, which is retried", async () => {
    const beacon = await startBeacon(base.clock.now);
    onTestFinished(beacon.close);
    const { app, fail } = countWorkerCalls({ ...base, beacon });
    const study = await publishedStudy(app, { people: madeUpPeople(40) });
    const { studyId } = study;
    const round = await playToClosing(app, study);
    base.clock.advance(10_000);
    fail("reopenRound");
    await expect(takeNumbers(app, studyId)).rejects.toThrow("the worker was stopped");
    expect(await roundRow(app, studyId, round)).toMatchObject({ state: "closing", beaconSignature: null });
    expect(await takeNumbers(app, studyId)).toBeNull();
    expect((await roundRow(app, studyId, round)).state).toBe("closed");
    expect(verified(await exportStudy(app, studyId)).problems).toEqual([]);
  });
});
