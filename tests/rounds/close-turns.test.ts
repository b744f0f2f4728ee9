import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

/** Counts from now on how often `closeRound` itself, and not what it calls, has yielded to other requests. */
function countTurns(): () => number {
  const { setImmediate } = timers;
  let count = 0;
  timers.setImmediate = ((...given: Parameters<typeof setImmediate>) => {
    // The caller is `nextTurn`; the frame before it is its caller.
    const [, , , caller = ""] = (new Error().stack ?? "").split("\n");
    if (caller.includes("rounds/close-round.ts")) count += 1;
    return setImmediate(...given);
  }) as typeof setImmediate;
  syncBuiltinESMExports();
  onTestFinished(() => {
    timers.setImmediate = setImmediate;
    syncBuiltinESMExports();
  });
  return () => count;
}

describeEngines("the close of a round", async (openStore) => {
  const app = testApp(await openStore());

  it.each([0, 1, 3])(
    "yields to other requests before each of %d ballots, the panel's decision and the entry",
    async (ballotCount) => {
      const study = await judgingStudy(app, { settings: { quorum: "1" } });
      const { studyId } = study;
      await openRound(app, { studyId });
      for (let index = 0; index < ballotCount; index += 1)
        await sealVerdicts(app, { studyId, round: 1, accountId: auditor(study, index) }, [[0, 2, "unfair"]]);
      const turns = countTurns();
      await closeRound(app, { studyId, round: 1 });
      expect(turns()).toBe(ballotCount + 2);
    },
  );
});
