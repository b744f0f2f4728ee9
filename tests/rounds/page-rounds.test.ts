import { expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { isOnPanel } from "#server/rounds/judging/judging-seat.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { hasRound } from "#server/rounds/read-round.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { auditor, judgingStudy } from "./judging/judging-study.ts";

describeEngines("the page", async (openStore) => {
  const app = testApp(await openStore());

  it("of a round exists once the round is open, only in its study", async () => {
    const [{ studyId }, other] = [await judgingStudy(app), await judgingStudy(app)];
    expect(await hasRound(app, studyId, 1)).toBe(false);
    await openRound(app, { studyId });
    expect(await hasRound(app, studyId, 1)).toBe(true);
    expect(await hasRound(app, studyId, 2)).toBe(false);
    expect(await hasRound(app, other.studyId, 1)).toBe(false);
  });

  it("of an auditor's round exists for its panel, also after an auditor's role has ended", async () => {
    const study = await judgingStudy(app);
    const { studyId, operatorId } = study;
    const accountId = auditor(study, 0);
    const own = { studyId, round: 1, accountId };
    expect(await isOnPanel(app, own)).toBe(false);
    await openRound(app, { studyId });
    expect(await isOnPanel(app, own)).toBe(true);
    expect(await isOnPanel(app, { ...own, round: 2 })).toBe(false);
    expect(await isOnPanel(app, { ...own, accountId: operatorId })).toBe(false);
    await closeRound(app, { studyId, round: 1 });
    await endMembershipOf(app, operatorId, { studyId, accountId });
    expect(await isOnPanel(app, own)).toBe(true);
  });
});
