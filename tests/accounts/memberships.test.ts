import { expect, it } from "vitest";
import { findStudyAccess } from "#server/accounts/memberships.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { auditor, judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

describeEngines("access to a study", async (openStore) => {
  const app = testApp(await openStore());

  const access = (studyId: unknown, accountId: string, isProgram = false) =>
    findStudyAccess(app, studyId, { accountId, issuer: null, isProgram });
  const none = { role: null, refused: "no-role" };

  it("follows from the account's own role there, and from none elsewhere", async () => {
    const [{ studyId, operatorId }, other] = [await judgingStudy(app), await judgingStudy(app)];
    expect(await access(studyId, operatorId)).toEqual({ role: "operator", refused: null });
    expect(await access(other.studyId, operatorId)).toEqual(none);
    for (const id of [app.newId(), "no id", undefined, { studyId }])
      expect(await access(id, operatorId)).toEqual(none);
  });

  it("is for programs only as operator, researcher or observer", async () => {
    const study = await judgingStudy(app);
    const { studyId, operatorId } = study;
    expect(await access(studyId, operatorId, true)).toEqual({ role: "operator", refused: null });
    expect(await access(studyId, auditor(study, 0), true)).toEqual({ role: null, refused: "browser-only" });
    expect(await access(studyId, await addAccount(app, "outsider"), true)).toEqual(none);
  });

  it("continues as former auditor for an account that judged a round, and ends for all others", async () => {
    const study = await judgingStudy(app);
    const { studyId, operatorId } = study;
    await openRound(app, { studyId });
    const judged = auditor(study, 0);
    const waiting = await addWaiting(app, studyId, `waiting-${studyId}`);
    await closeRound(app, { studyId, round: 1 });
    for (const accountId of [judged, waiting]) await endMembershipOf(app, operatorId, { studyId, accountId });
    expect(await access(studyId, judged)).toEqual({ role: "former-auditor", refused: null });
    expect(await access(studyId, judged, true)).toEqual({ role: null, refused: "browser-only" });
    expect(await access(studyId, waiting)).toEqual(none);
  });
});
