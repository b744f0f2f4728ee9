import { expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { readStudy } from "#server/results/read-study.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { planReminder } from "#server/rounds/reminders/plan-reminder.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";

/** Thresholds in both directions: before the first update every person's chance is one half. */
const nothingToJudge = { settings: { closesWithoutPairs: true } };
/** All conditions together: a person who meets fewer has a smaller chance. */
const somethingToJudge = {
  settings: { closesWithoutPairs: true },
  rules: { kind: "conjunctions" as const, predicates: incomeAbove(20, 40, 60, 80) },
};

describeEngines("a round without a pair to judge", async (openStore) => {
  const app = testApp(await openStore());

  it("closes as soon as it opens, with a draw like any other, and replays", async () => {
    const { studyId, auditorIds } = await publishedStudy(app, nothingToJudge);
    const { round, isClosed } = await openRound(app, { studyId });
    expect(isClosed).toBe(true);
    const board = await readRoundDetails(app, studyId, round);
    expect(board.round).toMatchObject({ state: "closed", pairCount: 0, closeReason: "no-pairs" });
    expect(board.people.every(({ selected }) => selected !== null)).toBe(true);
    const { log, features } = await exportStudy(app, studyId);
    expect(log.trimEnd().split("\n").map(readLine).at(-1)?.body).toMatchObject({ reason: "no-pairs" });
    expect(replay(log, features).problems).toEqual([]);
    const mine = await readMyRounds(app, { studyId, accountId: auditorIds[0] ?? "" });
    expect(mine).toMatchObject({ roundCount: 0, newest: null, open: [], lastNumber: 1, alpha: "0.1" });
    expect(mine.past).toMatchObject([
      { number: 1, state: "closed", pairCount: 0, sealed: null, reported: [] },
    ]);
    expect((await readStudy(app, studyId)).rounds[0]).toMatchObject({ state: "closed", pairCount: 0 });
    expect((await openRound(app, { studyId })).round).toBe(2);
  });

  it("waits for its operator if the settings say so, and no auditor is reminded", async () => {
    const { studyId, auditorIds, operatorId: accountId } = await publishedStudy(app);
    const { round, isClosed } = await openRound(app, { studyId });
    expect(isClosed).toBe(false);
    expect((await readRoundDetails(app, studyId, round)).round.state).toBe("open");
    const mine = await readMyRounds(app, { studyId, accountId: auditorIds[0] ?? "" });
    expect(mine).toMatchObject({ roundCount: 0, open: [], past: [] });
    const mailing = { ...app, mailer: { send: () => Promise.resolve() } } as unknown as TestApp;
    await refused(planReminder(mailing, { studyId, round, seatIds: ["s1"], accountId }), "bad-input");
    await closeRound(app, { studyId, round });
  });

  it("is judged as usual if two chances lie far enough apart", async () => {
    const { studyId, auditorIds } = await publishedStudy(app, somethingToJudge);
    const { round, isClosed } = await openRound(app, { studyId });
    expect(isClosed).toBe(false);
    expect((await readRoundDetails(app, studyId, round)).round.pairCount).toBeGreaterThan(0);
    const mine = await readMyRounds(app, { studyId, accountId: auditorIds[0] ?? "" });
    expect(mine).toMatchObject({ roundCount: 1, open: [{ number: round }] });
  });
});
