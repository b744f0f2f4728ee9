import { expect, it } from "vitest";
import { neededInWords } from "#components/ui/decision-words.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) } as const;
const usual = newDraft("", 0).settings.decisionRule;

describeReads("a study's rule of decision", async (openStore) => {
  const app = testApp(await openStore());

  /** A study of five members with 2 of 5 in which rounds are judged by chosen seats. */
  async function studyOf(decision: Partial<SettingsDraft["decisionRule"]>) {
    const study = await publishedStudy(app, {
      rules,
      auditors: 5,
      settings: { seats: "5", neededFlags: "2", quorum: "1", decisionRule: { ...usual, ...decision } },
    });
    const { studyId, auditorIds } = study;
    const accountOf = (seat: number) => auditorIds[seat - 1] ?? "";
    /** Plays a round in which these seats flag every pair; returns how many pairs there were and were reported. */
    const play = async (seats: readonly number[]) => {
      const { round } = await openRound(app, { studyId });
      for (const seat of seats) await judge(app, { studyId, round, accountId: accountOf(seat) }, () => true);
      await closeRound(app, { studyId, round });
      const board = await readRoundDetails(app, studyId, round);
      const seen = await readResult(app, { studyId, round, accountId: accountOf(1) });
      expect(neededInWords(seen.panel)).toBe(neededInWords(board.round));
      const reported = board.result?.violations.length ?? 0;
      expect([0, board.round.pairCount]).toContain(reported);
      return { isReported: reported > 0, needed: neededInWords(board.round) };
    };
    const holds = async () => {
      const record = await exportStudy(app, studyId);
      expect(replay(record.log, record.features).problems).toEqual([]);
      expect(verified(record).problems).toEqual([]);
    };
    return { ...study, accountOf, play, holds };
  }

  it("can need any auditor, all auditors, or a fixed number", async () => {
    const any = await studyOf({ kind: "any" });
    expect(await any.play([4])).toEqual({ isReported: true, needed: "1 of 5" });
    await any.holds();
    const every = await studyOf({ kind: "every" });
    expect(await every.play([1, 2, 3, 4])).toEqual({ isReported: false, needed: "5 of 5" });
    await every.holds();
    const fixed = await studyOf({ kind: "at-least" });
    expect(await fixed.play([3])).toEqual({ isReported: false, needed: "2 of 5" });
    await endMembershipOf(app, fixed.operatorId, { studyId: fixed.studyId, accountId: fixed.accountOf(5) });
    expect(await fixed.play([3, 4])).toEqual({ isReported: true, needed: "2 of 4" });
    await fixed.holds();
  });

  it("can weigh auditors", async () => {
    const { play, holds } = await studyOf({ kind: "weighted", weights: "s2=4, s5=2" });
    // 9 in all; two fifths of that are 3.6.
    expect(await play([1, 3, 4])).toEqual({ isReported: false, needed: "4 of 9 by weight" });
    expect(await play([2])).toMatchObject({ isReported: true });
    await holds();
  });

  it("can need a named auditor, until that auditor leaves", async () => {
    const { studyId, operatorId, accountOf, play, holds } = await studyOf({ kind: "member", seat: "s2" });
    expect(await play([1, 3])).toEqual({ isReported: false, needed: "2 of 5 and seat\u00a0s2" });
    expect(await play([1, 2])).toMatchObject({ isReported: true });
    const without = await refused(openRound(app, { studyId, leftOut: ["s2"] }), "panel-cannot-decide");
    expect(without.message).toBe(
      "s2 must flag each reported pair and is not on the panel. Choose a panel with s2, or wait until s2 is available.",
    );
    const lot = changeSelection(app, { studyId, selection: { how: "by-lot", size: 3 } });
    await refused(lot, "panel-cannot-decide");
    await endMembershipOf(app, operatorId, { studyId, accountId: accountOf(2) });
    expect(await play([1, 3])).toEqual({ isReported: true, needed: "2 of 4" });
    await holds();
  });

  it("can need some of each of two groups", async () => {
    const groups = { first: "s1 s2", second: "s3, s4, s5", each: "2" };
    const { studyId, play, holds } = await studyOf({ kind: "groups", ...groups });
    const needed = "2 of the seats s1, s2 and 2 of the seats s3, s4, s5";
    expect(await play([1, 2, 5])).toEqual({ isReported: false, needed });
    expect(await play([1, 2, 3, 5])).toMatchObject({ isReported: true });
    const few = await refused(openRound(app, { studyId, leftOut: ["s1"] }), "panel-cannot-decide");
    expect(few.message).toContain("2 members of each group");
    await holds();
  });
});
