/** Cancelled rounds decide nothing, but each is reported. */

import { expect, it } from "vitest";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { replay } from "#tests/replay/replay.ts";
import { auditor, judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { sealKept } from "#tests/setup/receipts.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { verified } from "#tests/setup/verify.ts";

const app = await sqliteApp();

it("are counted with their ballots and reopened people, on the results page and for the panel", async () => {
  const study = await judgingStudy(app);
  const { studyId } = study;
  await openRound(app, { studyId });
  for (const index of [0, 1]) {
    const where = { studyId, round: 1, accountId: auditor(study, index) };
    await sealKept(app, where, { idempotencyKey: `ballot-${index}`, verdicts: [[0, 2, "unfair"]] });
  }
  await cancelRound(app, { studyId, round: 1, reason: "operator" });
  const counted = async () => {
    const parts = await exportStudy(app, studyId);
    const { reservations, problems } = verified(parts);
    expect(problems).toEqual([]);
    const { cancelled } = replay(parts.log, parts.features);
    const [seen] = reservations.filter(({ kind }) => kind === "cancelled-rounds");
    for (const { cancelled: shown } of [
      await readStudy(app, studyId),
      await readMyRounds(app, { studyId, accountId: auditor(study, 0) }),
    ]) {
      expect(shown).toEqual({
        rounds: seen?.count,
        ballots: cancelled.reduce((sum, { ballots }) => sum + ballots, 0),
        reopened: cancelled.filter(({ isReopened }) => isReopened).length,
      });
    }
    return [Object.fromEntries(reservations.map(({ kind, count }) => [kind, count])), cancelled] as const;
  };
  const [before, second] = await counted();
  expect(before).toMatchObject({ "cancelled-rounds": 1, "cancelled-ballots": 2 });
  expect(before).not.toHaveProperty("reopened-rounds");
  expect(second).toEqual([{ round: 1, ballots: 2, isReopened: false }]);
  await openRound(app, { studyId });
  const [after, third] = await counted();
  expect(after).toMatchObject({ "cancelled-rounds": 1, "cancelled-ballots": 2, "reopened-rounds": 1 });
  expect(third).toEqual([{ round: 1, ballots: 2, isReopened: true }]);
});
