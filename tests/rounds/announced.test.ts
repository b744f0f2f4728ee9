import { expect, it } from "vitest";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { type OpenRoundInput, openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { replay } from "#tests/replay/replay.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";

describeReads("what an opening announces", async (openStore) => {
  const app = testApp(await openStore());

  const opened = async (input: Partial<OpenRoundInput> = {}) => {
    const study = await judgingStudy(app);
    const { round } = await openRound(app, { studyId: study.studyId, ...input });
    return { study, where: { studyId: study.studyId, round } };
  };
  const seal = (study: TestStudy, where: { studyId: string; round: number }, seats: readonly number[]) =>
    Promise.all(seats.map((seat) => sealVerdicts(app, { ...where, accountId: auditor(study, seat) }, [])));
  const readAnnouncement = async ({ studyId, round }: { studyId: string; round: number }) => {
    const { closing, chosen, closeReason, hasClosedOtherwise } = (await readRoundDetails(app, studyId, round))
      .round;
    const { log, features } = await exportStudy(app, studyId);
    const { problems, closedOtherwise, closedByHand } = replay(log, features);
    expect(problems).toEqual([]);
    return { closing, chosen, closeReason, hasClosedOtherwise, closedOtherwise, closedByHand };
  };
  const inOrder = { chosen: "in-order", closedOtherwise: [], closedByHand: [], hasClosedOtherwise: false };

  it("marks a round closed before its deadline with seats unsealed, for its auditors too", async () => {
    const { study, where } = await opened({ deadlineAt: app.now() + 600_000 });
    await seal(study, where, [0, 1]);
    expect((await readRoundDetails(app, where.studyId, where.round)).round.hasClosedOtherwise).toBe(false);
    await closeRound(app, where);
    expect(await readAnnouncement(where)).toEqual({
      ...{ chosen: "in-order", closing: "deadline", closeReason: "operator" },
      ...{ hasClosedOtherwise: true, closedOtherwise: [1], closedByHand: [] },
    });
    const result = await readResult(app, { ...where, accountId: auditor(study, 0) });
    expect(result.round.hasClosedOtherwise).toBe(true);
  });

  it("does not mark a round closed after all sealed, or after its deadline", async () => {
    const { study, where } = await opened({ deadlineAt: app.now() + 600_000 });
    await seal(study, where, [0, 1, 2]);
    await closeRound(app, where);
    expect(await readAnnouncement(where)).toEqual({
      ...inOrder,
      closing: "deadline",
      closeReason: "all-sealed",
    });
    const late = await opened({ deadlineAt: app.now() + 600_000 });
    app.clock.advance(600_000);
    await closeRound(app, late.where);
    expect(await readAnnouncement(late.where)).toEqual({
      ...inOrder,
      closing: "deadline",
      closeReason: "deadline",
    });
  });

  it("reports a round without a deadline as closed by its operator, as announced", async () => {
    const { where } = await opened();
    await closeRound(app, where);
    expect(await readAnnouncement(where)).toEqual({
      ...{ ...inOrder, closedByHand: [1] },
      ...{ closing: "by-hand", closeReason: "operator" },
    });
  });

  it("says that an operator chose the people", async () => {
    const { where } = await opened({ personIds: ["p5", "p2"] });
    await closeRound(app, where);
    expect(await readAnnouncement(where)).toMatchObject({ chosen: "by-operator" });
  });

  it.each(["one-rule", "even"] as const)("publishes the %s draw of a cancelled round", async (draw) => {
    const settings = draw === "even" ? { mode: "guarded" as const } : {};
    const study = await publishedStudy(app, { settings });
    const { studyId } = study;
    const { round } = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round, reason: "trouble" });
    const { log, features } = await exportStudy(app, studyId);
    expect(replay(log, features).problems).toEqual([]);
    const line = log.split("\n").find((one) => one.includes('"type":"round.cancelled"')) ?? "";
    const { decisions, order } = JSON.parse(line).body.draw;
    expect(order !== undefined).toBe(draw === "even");
    const board = await readRoundDetails(app, studyId, round);
    expect(board.unmadePicks).toEqual(
      decisions.flatMap((one: number, index: number) => (one === 1 ? [index] : [])),
    );
    expect(board.people.every(({ selected }) => selected === null)).toBe(true);
  });

  it("publishes at the close the even draw that was made at the opening, with its order", async () => {
    const { studyId } = await publishedStudy(app, { settings: { mode: "guarded", drawAt: "opening" } });
    const { round } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round });
    const { log, features } = await exportStudy(app, studyId);
    expect(replay(log, features).problems).toEqual([]);
    const line = log.split("\n").find((one) => one.includes('"type":"round.closed"')) ?? "";
    expect(JSON.parse(line).body.draw).toEqual({
      ...{ u: expect.any(String), order: expect.any(Array), decisions: expect.any(Array) },
    });
  });
});
