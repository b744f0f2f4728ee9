import { expect, it } from "vitest";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { findRound } from "#db/queries/rounds.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { noiseSeed, resampleSeed } from "#server/audit-log/seeds.ts";
import type { App } from "#server/platform/app/app.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeOnce, closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import type { RoundEndReceipt } from "#server/rounds/read-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { reopenRound } from "#server/workers/learner-tasks.ts";
import { testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

/** An application in which another request ends the round right after the first read. */
function overtakenBy(app: App, end: () => Promise<RoundEndReceipt>) {
  let first: Promise<RoundEndReceipt> | undefined;
  const read: App["store"]["read"] = async (body) => {
    const answer = await app.store.read(body);
    first ??= end();
    await first;
    return answer;
  };
  const store: App["store"] = { ...app.store, tx: (body) => app.store.tx(body), read };
  return { app: { ...app, store }, by: () => first };
}

describeEngines("closing a round", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);

  it("compares every chance with the one shown, and does not close the round if one differs", async () => {
    const { studyId } = await publishedStudy(app);
    const { round: number } = await openRound(app, { studyId });
    const close = () => closeRound(app, { studyId, round: number });
    const ofPosition = (position: number) =>
      `study_id = '${studyId}' and round = ${number} and position = ${position}`;
    const people = (await app.store.read((db) => listRoundPeople(db, studyId, number))).toReversed();
    const ofRound = `study_id = '${studyId}' and round = ${number}`;
    await changeByHand(store, "round_person", { set: "chance = chance || '1'", where: ofRound });
    await expect(close()).rejects.toThrow("chance 0 differs from the logged one");
    for (const { position, chance } of people)
      await changeByHand(store, "round_person", { set: `chance = '${chance}'`, where: ofPosition(position) });
    for (const { position, chance } of people) {
      await changeByHand(store, "round_person", {
        set: `chance = '${chance}1'`,
        where: ofPosition(position),
      });
      await expect(close()).rejects.toThrow(`chance ${position} differs from the logged one`);
      expect((await app.store.read((db) => findRound(db, studyId, number)))?.state).toBe("open");
      await changeByHand(store, "round_person", { set: `chance = '${chance}'`, where: ofPosition(position) });
    }
    expect((await close()).round).toBe(number);
  });

  it("resamples with a separate secret seed, although the round's noise seed is public", async () => {
    const settings = { learner: "ftpl", mode: "paper", pairRule: "largest-gap", roundSize: "20" } as const;
    const people = madeUpPeople(20);
    const study = await publishedStudy(app, { settings, people });
    const { round } = await playRound(app, study, []);
    const closed = (await exportStudy(app, study.studyId)).log
      .split("\n")
      .filter((line) => line.includes('"type":"round.closed"'))
      .map(readLine)[0];
    if (closed?.type !== "round.closed") throw new Error("the round was not closed");
    const { link, resamples, draw } = closed.body;
    const row = await app.store.read((db) => requireStudy(db, study.studyId));
    const { learner: spec } = learningOf(settingsOf(row));
    const resampledWith = (seed: string) =>
      reopenRound({
        spec,
        snapshot: null,
        people,
        noiseSeed: noiseSeed(link),
        resampleSeed: seed,
      }).resamples.map((count, position) => (draw?.decisions[position] === 1 ? count : 0));
    expect(round.number).toBe(1);
    expect(resamples).toEqual(resampledWith(resampleSeed(link)));
    expect(resamples).not.toEqual(resampledWith(noiseSeed(link)));
  });

  it.each([
    ["closed", "Round 2 is closed already."],
    ["cancelled", null],
  ] as const)("does not cancel a round that was %s after it was read", async (how, sentence) => {
    const study = await publishedStudy(app);
    const { studyId } = study;
    await playRound(app, study, []);
    const { round } = await openRound(app, { studyId });
    const end = async () => {
      if (how === "cancelled") return cancelRound(app, { studyId, round, reason: "trouble" });
      const receipt = await closeRound(app, { studyId, round });
      await applyUpdates(app, studyId);
      return receipt;
    };
    const overtaken = overtakenBy(app, end);
    const second = cancelRound(overtaken.app, { studyId, round, reason: "operator" });
    if (sentence === null) expect(await second).toEqual(await overtaken.by());
    else expect((await refused(second, "round-closed")).message).toBe(sentence);
    expect((await exportStudy(app, studyId)).log.match(/"type":"round.(closed|cancelled)"/g)).toHaveLength(2);
  });

  it("gives a second caller the same receipt, even after the learner moved on", async () => {
    const study = await publishedStudy(app);
    const { studyId } = study;
    await playRound(app, study, []);
    const { round } = await openRound(app, { studyId });
    // This call saw the round open; now another call closes it, and the state from its opening is deleted.
    const overtaken = overtakenBy(app, async () => {
      const receipt = await closeRound(app, { studyId, round });
      await applyUpdates(app, studyId);
      return receipt;
    });
    const second = await closeOnce(overtaken.app, { studyId, round }, async () => true);
    expect(second).toEqual({ receipt: await overtaken.by(), isNew: false });
    expect(await closeOnce(app, { studyId, round }, async () => true)).toEqual(second);
  });
});
