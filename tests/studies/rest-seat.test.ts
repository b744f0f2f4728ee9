import { expect, it } from "vitest";
import type { SelectionWay } from "#server/audit-log/panel-ways.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { restSeat, returnSeat } from "#server/studies/rest-seat.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { addWaiting } from "#tests/setup/waiting.ts";

const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) } as const;

describeEngines("a member who rests", async (openStore) => {
  const app = testApp(await openStore());

  async function studyOf(how: SelectionWay) {
    const study = await publishedStudy(app, {
      rules,
      auditors: 6,
      settings: { panelSelection: { how, quotas: [] } },
    });
    const { studyId } = study;
    const panelOf = async (round: number) =>
      (await readRoundDetails(app, studyId, round)).panel.map(({ seatId }) => seatId);
    const holds = async () => {
      const record = await exportStudy(app, studyId);
      expect(replay(record.log, record.features).problems).toEqual([]);
      expect(verified(record).problems).toEqual([]);
    };
    const reserveOf = (panel: readonly string[]) =>
      ["s1", "s2", "s3", "s4", "s5", "s6"].filter((seat) => !panel.includes(seat));
    return { ...study, panelOf, reserveOf, holds };
  }

  it("is on no panel until the auditor returns, and keeps the seat", async () => {
    const { studyId, panelOf, holds } = await studyOf("everyone");
    const seat = { studyId, seatId: "s2" };
    await restSeat(app, { ...seat, reason: "on-leave" });
    await openRound(app, { studyId });
    expect(await panelOf(1)).toEqual(["s1", "s3", "s4", "s5", "s6"]);
    expect((await readRoundDetails(app, studyId, 1)).round.panelChosen).toEqual({
      how: "everyone",
      memberCount: 6,
      resting: [{ seat: "s2", reason: "on-leave" }],
      leftOut: [],
    });
    await returnSeat(app, seat);
    expect(await panelOf(1)).not.toContain("s2");
    await closeRound(app, { studyId, round: 1 });
    await openRound(app, { studyId });
    expect(await panelOf(2)).toContain("s2");
    await holds();
  });

  it("rests once, returns once, and cannot be chosen for a panel meanwhile", async () => {
    const { studyId } = await studyOf("by-operator");
    const seat = { studyId, seatId: "s2" };
    await refused(returnSeat(app, seat), "seat-not-resting");
    await restSeat(app, { ...seat, reason: "unavailable" });
    await refused(restSeat(app, { ...seat, reason: "own-request" }), "seat-resting");
    await refused(openRound(app, { studyId, seatIds: ["s2"] }), "bad-input");
    await refused(restSeat(app, { studyId, seatId: "s9", reason: "on-leave" }), "not-found");
  });

  it("gives its place in an open round to the next by lot", async () => {
    const { studyId, panelOf, reserveOf, holds } = await studyOf("by-lot");
    await openRound(app, { studyId });
    const before = await panelOf(1);
    await restSeat(app, { studyId, seatId: before[1] ?? "", reason: "unavailable" });
    const between = await panelOf(1);
    await restSeat(app, { studyId, seatId: between[1] ?? "", reason: "unavailable" });
    const after = await panelOf(1);
    const entry = { seq: expect.any(Number), at: expect.any(Number) };
    expect((await readRoundDetails(app, studyId, 1)).replacements).toEqual([
      { left: before[1], took: between[1], ...entry },
      { left: between[1], took: after[1], ...entry },
    ]);
    expect(after).toEqual([
      before[0],
      expect.toSatisfy((seat) => reserveOf(before).includes(seat)),
      before[2],
    ]);
    await closeRound(app, { studyId, round: 1 });
    await holds();
  });

  it("stays on the panel of a round with a ballot, and on one without an order", async () => {
    for (const how of ["by-lot", "everyone"] as const) {
      const { studyId, auditorIds, panelOf, holds } = await studyOf(how);
      await openRound(app, { studyId });
      const before = await panelOf(1);
      const [first = ""] = before;
      const accountId = auditorIds[Number(first.slice(1)) - 1] ?? "";
      if (how === "by-lot") await judge(app, { studyId, round: 1, accountId }, () => true);
      await restSeat(app, { studyId, seatId: before[1] ?? "", reason: "own-request" });
      expect(await panelOf(1)).toEqual(before);
      await closeRound(app, { studyId, round: 1 });
      await holds();
    }
  });

  it("is replaced by lot, like one whose role ends, never by the operator's choice", async () => {
    const { studyId, operatorId, auditorIds, panelOf, reserveOf, holds } = await studyOf("by-lot");
    await openRound(app, { studyId });
    const before = await panelOf(1);
    const [left = "", replaced = ""] = before;
    const leaving = auditorIds[Number(left.slice(1)) - 1] ?? "";
    await endMembershipOf(app, operatorId, { studyId, accountId: leaving });
    const friend = await addWaiting(app, studyId, `friend-${studyId}`);
    const { seatId } = await replaceSeat(app, operatorId, { studyId, seatId: replaced, accountId: friend });
    const after = await panelOf(1);
    expect(after).not.toContain(seatId);
    expect([...after].sort()).toEqual([...new Set(after)].sort());
    expect(reserveOf(before)).toEqual(expect.arrayContaining(after.slice(0, 2)));
    await closeRound(app, { studyId, round: 1 });
    await holds();
  });

  it("leaves a place empty if no member is left", async () => {
    const { studyId, operatorId, auditorIds, panelOf, holds } = await studyOf("by-lot");
    for (const seatId of ["s4", "s5", "s6"]) await restSeat(app, { studyId, seatId, reason: "on-leave" });
    await openRound(app, { studyId });
    await endMembershipOf(app, operatorId, { studyId, accountId: auditorIds[0] ?? "" });
    await returnSeat(app, { studyId, seatId: "s4" });
    expect(await panelOf(1)).toEqual(["s1", "s2", "s3"]);
    await closeRound(app, { studyId, round: 1 });
    await holds();
  });
});
