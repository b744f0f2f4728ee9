import { expect, it } from "vitest";
import type { SelectionWay } from "#server/audit-log/panel-ways.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { type OpenRoundInput, openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { readReminders } from "#server/rounds/reminders/read-reminders.ts";
import { restSeat } from "#server/studies/rest-seat.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) } as const;

describeEngines("the panel of a round", async (openStore) => {
  const app = testApp(await openStore());

  /** Publishes a study of six members whose panels have three if they have a fixed size. */
  async function studyOf(how: SelectionWay) {
    const { studyId, auditorIds } = await publishedStudy(app, {
      rules,
      auditors: 6,
      settings: { panelSelection: { how, quotas: [] } },
    });
    const panelOf = async (round: number) =>
      (await readRoundDetails(app, studyId, round)).panel.map(({ seatId }) => seatId);
    const open = async (more: Partial<OpenRoundInput> = {}) => {
      const { round } = await openRound(app, { studyId, ...more });
      return { round, panel: await panelOf(round) };
    };
    const play = async (more: Partial<OpenRoundInput> = {}) => {
      const { round, panel } = await open(more);
      await closeRound(app, { studyId, round });
      return panel;
    };
    const holds = async () => {
      const record = await exportStudy(app, studyId);
      expect(replay(record.log, record.features).problems).toEqual([]);
      expect(verified(record).problems).toEqual([]);
    };
    return { studyId, auditorIds, open, play, holds };
  }

  it("is every member except those left out", async () => {
    const { studyId, play, holds } = await studyOf("everyone");
    expect(await play()).toEqual(["s1", "s2", "s3", "s4", "s5", "s6"]);
    expect(await play({ leftOut: ["s5", "s2"] })).toEqual(["s1", "s3", "s4", "s6"]);
    await restSeat(app, { studyId, seatId: "s3", reason: "on-leave" });
    expect(await play({ leftOut: ["s6"] })).toEqual(["s1", "s2", "s4", "s5"]);
    expect((await readRoundDetails(app, studyId, 3)).round.panelChosen).toEqual({
      ...{ how: "everyone", memberCount: 6, resting: [{ seat: "s3", reason: "on-leave" }] },
      leftOut: [{ seat: "s6", reason: "conflict" }],
    });
    const resting = await refused(openRound(app, { studyId, leftOut: ["s3"] }), "bad-input");
    expect(resting.problems).toMatchObject([{ field: "leftOut", message: expect.stringContaining("s3") }]);
    const named = await refused(openRound(app, { studyId, seatIds: ["s1"] }), "bad-input");
    expect(named.problems).toMatchObject([{ field: "seatIds" }]);
    await holds();
  });

  it("gives the place of a resting member to the next by lot, and the round shows it", async () => {
    const { studyId, open, holds } = await studyOf("by-lot");
    const { round, panel } = await open();
    await restSeat(app, { studyId, seatId: panel[1] ?? "", reason: "unavailable" });
    const after = await readRoundDetails(app, studyId, round);
    const now = after.panel.map(({ seatId }) => seatId);
    expect(now).toEqual([panel[0], expect.not.stringMatching(`^(${panel.join("|")})$`), panel[2]]);
    await restSeat(app, { studyId, seatId: now[1] ?? "", reason: "unavailable" });
    const { replacements, panel: last } = await readRoundDetails(app, studyId, round);
    expect(replacements).toMatchObject([
      { left: panel[1], took: now[1] },
      { left: now[1], took: last[1]?.seatId },
    ]);
    await closeRound(app, { studyId, round });
    await holds();
  });

  it("is the members that the operator names", async () => {
    const { studyId, play, holds } = await studyOf("by-operator");
    expect(await play({ seatIds: ["s4", "s2"] })).toEqual(["s2", "s4"]);
    const unnamed = await refused(openRound(app, { studyId }), "bad-input");
    expect(unnamed.message).toBe(
      "In this study you choose the auditors of each round: name at least one seat.",
    );
    const unknown = await refused(openRound(app, { studyId, seatIds: ["s2", "s7"] }), "bad-input");
    expect(unknown.problems).toMatchObject([{ field: "seatIds" }]);
    await refused(openRound(app, { studyId, seatIds: ["s2"], leftOut: ["s2"] }), "bad-input");
    await refused(openRound(app, { studyId, seatIds: [] }), "more-seats-than-members");
    await holds();
  });

  it("is the only group that sees and judges the round, and gets its reminders", async () => {
    const { studyId, auditorIds, open } = await studyOf("by-operator");
    const { round } = await open({ seatIds: ["s2"] });
    const [other = "", judging = ""] = auditorIds;
    const waitingFor = async (accountId: string) =>
      (await readInbox(app, accountId)).studies[0]?.waiting.act.kind;
    expect(await waitingFor(judging)).toBe("judge");
    expect(await waitingFor(other)).toBe("wait-for-round");
    expect((await readMyRounds(app, { studyId, accountId: judging })).open[0]?.number).toBe(round);
    const mine = await readMyRounds(app, { studyId, accountId: other });
    expect([mine.open, mine.past, mine.newest]).toEqual([[], [], null]);
    await readJudging(app, { studyId, round, accountId: judging });
    await refused(readJudging(app, { studyId, round, accountId: other }), "not-on-panel");
    const { missing } = await readReminders(app, studyId, round);
    expect(missing.map(({ seatId }) => seatId)).toEqual(["s2"]);
    await closeRound(app, { studyId, round });
    await readResult(app, { studyId, round, accountId: judging });
    await refused(readResult(app, { studyId, round, accountId: other }), "not-on-panel");
  });

  it("is drawn by lot, and its size sets how many flags are needed", async () => {
    const { studyId, play, holds } = await studyOf("by-lot");
    const panels = [await play(), await play(), await play({ leftOut: ["s1", "s2", "s3"] })];
    expect(panels[2]).toEqual(["s4", "s5", "s6"]);
    for (const panel of panels) expect(panel).toHaveLength(3);
    expect((await readRoundDetails(app, studyId, 1)).round).toMatchObject({ seatCount: 3, neededFlags: 2 });
    await refused(openRound(app, { studyId, seatIds: ["s1"] }), "bad-input");
    await refused(openRound(app, { studyId, leftOut: ["s9"] }), "bad-input");
    await holds();
  });

  it("is refused with more seats than members, and nothing is written", async () => {
    const { studyId } = await studyOf("by-lot");
    const before = await exportStudy(app, studyId);
    const leftOut = ["s1", "s2", "s3", "s4"];
    const { message } = await refused(openRound(app, { studyId, leftOut }), "more-seats-than-members");
    expect(message).toBe(
      "The panel needs 3 auditors, and only 2 are available. Seat more auditors, or change how panels are chosen.",
    );
    expect(await exportStudy(app, studyId)).toEqual(before);
  });

  it("takes turns, and a cancelled round does not count as a turn", async () => {
    const { studyId, open, play, holds } = await studyOf("rotation");
    const first = await play();
    const { round, panel } = await open();
    expect([...first, ...panel].sort()).toEqual(["s1", "s2", "s3", "s4", "s5", "s6"]);
    await cancelRound(app, { studyId, round, reason: "trouble" });
    expect(await play()).toEqual(panel);
    await play();
    await play();
    await holds();
  });
});
