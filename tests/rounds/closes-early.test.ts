import { expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { closesEarly } from "#server/rounds/closes-early.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("closing early", async (openStore) => {
  const app = testApp(await openStore());

  it("is early while a seat that has not ended has not sealed", async () => {
    const study = await judgingStudy(app);
    const { studyId, operatorId } = study;
    const { round } = await openRound(app, { studyId });
    const where = { studyId, round };
    await endMembershipOf(app, operatorId, { studyId, accountId: auditor(study, 0) });
    await sealVerdicts(app, { ...where, accountId: auditor(study, 1) }, []);
    expect(await closesEarly(app, where)).toBe(true);
    await sealVerdicts(app, { ...where, accountId: auditor(study, 2) }, []);
    expect(await closesEarly(app, where)).toBe(false);
    expect((await readRoundDetails(app, studyId, round)).panel).toEqual([
      { seatId: "s1", sealedAt: null, hasEnded: true },
      { seatId: "s2", sealedAt: expect.any(Number), hasEnded: false },
      { seatId: "s3", sealedAt: expect.any(Number), hasEnded: false },
    ]);
  });

  it("is not early if the round is closed or does not exist", async () => {
    const { studyId } = await judgingStudy(app);
    const where = { studyId, round: 1 };
    expect(await closesEarly(app, where)).toBe(false);
    await openRound(app, { studyId });
    expect(await closesEarly(app, where)).toBe(true);
    await closeRound(app, where);
    expect(await closesEarly(app, where)).toBe(false);
  });
});
