import { expect, it } from "vitest";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { saveGivenRemark } from "#server/rounds/judging/remarks.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { reviseGuidelines } from "#server/studies/guidelines.ts";
import { replay } from "#tests/replay/replay.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

describeEngines("a clock that was ahead and was corrected", async (openStore) => {
  const app = testApp(await openStore());

  /** Opens a round with a deadline in 20 minutes, then adds an entry while the clock is ahead. */
  async function roundBehind(ahead: number) {
    const study = await judgingStudy(app);
    const { studyId } = study;
    const { round } = await openRound(app, { studyId, deadlineAt: app.now() + 20 * minute });
    app.clock.advance(ahead);
    const texts = { purpose: "Fair loans", body: "Flag what you would call unfair." };
    await reviseGuidelines(app, { studyId, accountId: study.operatorId, basedOn: 1, ...texts });
    app.clock.advance(-ahead);
    return { studyId, round, accountId: auditor(study, 0) };
  }

  it("accepts ballots until the deadline by the clock, whatever an entry's time", async () => {
    const where = await roundBehind(40 * minute);
    const { round, trouble } = await readJudging(app, where);
    expect([round.takesVerdicts, trouble]).toEqual([true, null]);
    await sealVerdicts(app, where, [[0, 2, "unfair"]]);
    const { log, features } = await exportStudy(app, where.studyId);
    const { problems, untimedBallots } = replay(log, features);
    expect([problems, untimedBallots]).toEqual([[], 1]);
    app.clock.advance(20 * minute);
    await refused(sealVerdicts(app, where, [], "2"), "deadline-passed");
  });

  it("refuses a study's writes while it is far behind the newest entry, and the page says so", async () => {
    const where = await roundBehind(year);
    const trouble = await refused(sealVerdicts(app, where, []), "clock-behind");
    await refused(saveVerdicts(app, where, [[0, 2, "unfair"]]), "clock-behind");
    const remark = { high: 0, low: 2, note: "", reasons: [], again: null } as const;
    await refused(saveGivenRemark(app, where, remark), "clock-behind");
    expect((await readJudging(app, where)).trouble).toBe(trouble.message);
    app.clock.advance(year);
    await refused(sealVerdicts(app, where, []), "deadline-passed");
    app.clock.advance(-year);
  });
});
