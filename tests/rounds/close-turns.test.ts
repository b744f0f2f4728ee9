import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

/** How often the close of a round itself, and nothing below it, has let others have their turn from here on. */
function countTurns(): () => number {
  const { setImmediate } = timers;
  let count = 0;
  timers.setImmediate = ((...given: Parameters<typeof setImmediate>) => {
    // Asked by `nextTurn`, which was asked by somebody.
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
    "lets others have a turn before each of %d ballots, the panel's decision and the entry",
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
