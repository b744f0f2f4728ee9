import { expect, it } from "vitest";
import { acceptInvitation, joinWithAccount } from "#server/accounts/invitations/accept-invitation.ts";
import { inviteToStudy, readPanel } from "#server/accounts/invitations/panel.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { readJudgedBefore } from "#server/rounds/inbox/read-inbox.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readReceipts } from "#server/rounds/judging/read-receipts.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { addReader, seatMember } from "#server/studies/seats.ts";
import { replay } from "#tests/replay/replay.ts";
import { auditor, judgingStudy, save, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, emailOf, testApp } from "#tests/setup/app.ts";
import { freshSession } from "#tests/setup/context.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { roleIn } from "#tests/setup/role.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

const password = "correct horse battery";

describeEngines("the end of a role in a study", async (openStore) => {
  const app = testApp(await openStore());

  /** A study whose first round was judged by the first auditor and closed; the second round is open. */
  async function played() {
    const study = await judgingStudy(app);
    const { studyId, operatorId } = study;
    const accountId = auditor(study, 0);
    await openRound(app, { studyId });
    await sealVerdicts(app, { studyId, round: 1, accountId }, [[0, 2, "unfair"]]);
    await closeRound(app, { studyId, round: 1 });
    await openRound(app, { studyId });
    const end = (memberId: string) => endMembershipOf(app, operatorId, { studyId, accountId: memberId });
    return { study, studyId, operatorId, accountId, end };
  }

  it("leaves a former auditor the receipts and results of the rounds judged, and nothing else", async () => {
    const { studyId, operatorId, accountId, end } = await played();
    await end(accountId);
    const by = { actorId: operatorId, studyId };
    expect(await securityEventsOf(app, accountId)).toEqual([
      { kind: "membership.ended", ...by },
      { kind: "seat.ended", ...by },
    ]);
    expect(await roleIn(app, studyId, accountId)).toBe("former-auditor");
    // The round that had already ended kept the seat to its end.
    for (const [round, hasEnded] of [
      [1, false],
      [2, true],
    ] as const)
      expect((await readRoundDetails(app, studyId, round)).panel[0]).toMatchObject({
        seatId: "s1",
        hasEnded,
      });
    const at = (round: number) => ({ studyId, round, accountId });
    const { receipts } = await readReceipts(app, at(1));
    expect(receipts).toMatchObject([{ round: 1, seat: "s1", verdicts: [[0, 2, "unfair"]] }]);
    expect((await readResult(app, at(1))).result?.sealed).toMatchObject({ version: 1 });
    expect((await readJudgedBefore(app, accountId)).studies).toMatchObject([{ id: studyId }]);
    const mine = await readMyRounds(app, { studyId, accountId });
    expect(mine).toMatchObject({ open: [], seat: null, seats: [], past: [{ number: 1 }] });

    for (const read of [readReceipts, readResult, readJudging])
      await refused(read(app, at(2)), "not-on-panel");
    await refused(save(app, at(2), [[0, 2, "unfair"]]), "not-on-panel");
    await refused(sealVerdicts(app, at(2), []), "not-on-panel");
  });

  it("leaves no access to an auditor who judged no ended round", async () => {
    const { studyId, end } = await played();
    const waiting = await addWaiting(app, studyId, `waiting-${studyId}`);
    await end(waiting);
    expect(await roleIn(app, studyId, waiting)).toBeUndefined();
    expect((await readJudgedBefore(app, waiting)).studies).toEqual([]);
  });

  it("empties a place of the open round, keeps its size, and frees the seat", async () => {
    const { study, studyId, operatorId, accountId, end } = await played();
    await end(accountId);
    const where = { studyId, round: 2, accountId: auditor(study, 1) };
    await sealVerdicts(app, where, []);
    await refused(end(auditor(study, 2)), "ballots-sealed");
    await closeRound(app, { studyId, round: 2 });
    expect((await readPanel(app, studyId)).seats.map(({ id }) => id)).toEqual(["s2", "s3"]);

    const email = emailOf(`next-${studyId}`);
    const { token } = await inviteToStudy(app, operatorId, { studyId, email, role: "auditor" });
    await acceptInvitation(app, { token, displayName: "Next", password });
    expect((await readPanel(app, studyId)).seats).toMatchObject([
      { id: "s2", wayIn: "link-copied", filledBy: null },
      { id: "s3" },
      { id: "s4", displayName: "Next", wayIn: "link-copied", filledBy: expect.stringMatching(/^operator-/) },
    ]);
    const { log, features } = await exportStudy(app, studyId);
    expect(log).toMatch(
      /"body":\{"by":"link-copied","key":(null|"[0-9a-f]{64}"),"replaces":null,"seat":"s4"\}/,
    );
    expect(replay(log, features).problems).toEqual([]);
  });

  it("is undone by a new link to the same role, with another seat", async () => {
    const { studyId, operatorId, study, accountId, end } = await played();
    await end(accountId);
    const email = study.auditorEmails[0] ?? "";
    const { token } = await inviteToStudy(app, operatorId, { studyId, email, role: "auditor" });
    const account = { id: accountId, email, displayName: "", platformRole: "member" as const };
    await joinWithAccount(app, freshSession(app, account), token);
    expect(await roleIn(app, studyId, accountId)).toBe("auditor");
    await seatMember(app, operatorId, { studyId, accountId });
    await cancelRound(app, { studyId, round: 2, reason: "operator" });
    await openRound(app, { studyId });
    const mine = await readMyRounds(app, { studyId, accountId });
    expect(mine).toMatchObject({ open: [{ number: 3 }], seat: "s4", past: [{ number: 1 }] });
    await cancelRound(app, { studyId, round: 3, reason: "operator" });
    const { past } = await readMyRounds(app, { studyId, accountId });
    expect(past.map(({ number, sealed }) => [number, sealed?.version])).toEqual([
      [3, undefined],
      [1, 1],
    ]);
  });

  it("leaves a seat of an ended study unchanged, and cannot happen twice", async () => {
    const { studyId, operatorId, accountId, end } = await played();
    await cancelRound(app, { studyId, round: 2, reason: "operator" });
    await endStudy(app, studyId);
    await end(accountId);
    const { seats } = await readPanel(app, studyId);
    expect(seats.map(({ id, hasRole }) => [id, hasRole])).toEqual([
      ["s1", false],
      ["s2", true],
      ["s3", true],
    ]);
    expect(await securityEventsOf(app, accountId)).toEqual([
      { kind: "membership.ended", actorId: operatorId, studyId },
    ]);
    await refused(end(accountId), "not-found");
  });

  it("applies to researchers and other operators at once, never to the last operator", async () => {
    const { studyId, operatorId, end } = await played();
    const researcher = await addAccount(app, `researcher-${studyId}`);
    await addReader(app, { studyId, accountId: researcher, role: "researcher" });
    await end(researcher);
    expect(await roleIn(app, studyId, researcher)).toBeUndefined();
    await refused(end(researcher), "not-found");
    await refused(end(app.newId()), "not-found");
    await refused(end(operatorId), "role-conflict");

    const email = emailOf(`second-${studyId}`);
    const { token } = await inviteToStudy(app, operatorId, { studyId, email, role: "operator" });
    const second = (await acceptInvitation(app, { token, displayName: "Second", password })).accountId;
    expect(await roleIn(app, studyId, second)).toBe("operator");
    const early = { studyId, email: emailOf(`early-${studyId}`), role: "researcher" } as const;
    const planted = await inviteToStudy(app, operatorId, early);
    await endMembershipOf(app, second, { studyId, accountId: operatorId });
    const states = (await readPanel(app, studyId)).invitations.map(({ state }) => state);
    expect(states.toSorted()).toEqual(["joined", "withdrawn"]);
    const taken = acceptInvitation(app, { token: planted.token, displayName: "Late", password });
    await refused(taken, "invitation-invalid");
    await refused(endMembershipOf(app, second, { studyId, accountId: second }), "role-conflict");
  });

  it("keeps one operator when two end each other's role at the same moment", async () => {
    const { studyId, operatorId } = await played();
    const email = emailOf(`other-${studyId}`);
    const { token } = await inviteToStudy(app, operatorId, { studyId, email, role: "operator" });
    const other = (await acceptInvitation(app, { token, displayName: "Other", password })).accountId;
    await Promise.allSettled([
      endMembershipOf(app, operatorId, { studyId, accountId: other }),
      endMembershipOf(app, other, { studyId, accountId: operatorId }),
    ]);
    expect((await readPanel(app, studyId)).operators).toHaveLength(1);
  });
});
