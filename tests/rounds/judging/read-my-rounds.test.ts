import { expect, it } from "vitest";
import { readStudy } from "#server/results/read-study.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { byServer, joinStudy } from "#server/studies/join-study.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { addWaiting } from "#tests/setup/waiting.ts";
import { auditor, judgingStudy, save, sealVerdicts, type Where } from "./judging-study.ts";

describeReads("an auditor's rounds", async (openStore) => {
  const app = testApp(await openStore());

  async function opened() {
    const study = await judgingStudy(app);
    await openRound(app, { studyId: study.studyId });
    return {
      study,
      at: (index: number) => ({ studyId: study.studyId, round: 1, accountId: auditor(study, index) }),
    };
  }

  const mine = async (where: Where) => {
    const { open, past } = await readMyRounds(app, where);
    return [...open, ...past];
  };

  it("are empty before the first round opens", async () => {
    const { studyId, auditorIds } = await judgingStudy(app);
    expect(await readMyRounds(app, { studyId, accountId: auditorIds[0] ?? "" })).toMatchObject({
      seat: "s1",
      roundCount: 0,
      newest: null,
      open: [],
      past: [],
      seats: ["s1", "s2", "s3"].map((id) => ({ id, wayIn: "link-copied", seatedAt: expect.any(Number) })),
    });
  });

  it("say that the account has no seat yet", async () => {
    const { studyId } = await judgingStudy(app);
    const accountId = await addAccount(app, `seatless-${studyId}`);
    expect(await readMyRounds(app, { studyId, accountId })).toMatchObject({
      ...{ seat: null, seats: [], roundCount: 0 },
    });
  });

  it("say which pairs of the open round were judged, in the order of the auditor's queue", async () => {
    const { at } = await opened();
    expect((await mine(at(0)))[0]?.owed?.queue).toEqual([null, null, null, null]);
    await save(app, at(0), [
      [0, 2, "unfair"],
      [1, 3, "unsure"],
    ]);
    const [round] = await mine(at(0));
    expect(round).toMatchObject({
      number: 1,
      state: "open",
      takesVerdicts: true,
      sealed: null,
      reported: null,
    });
    const words = new Map([
      ["0,2", "unfair"],
      ["1,3", "unsure"],
    ]);
    const { pairs } = await readJudging(app, at(0));
    expect(round?.owed?.queue).toEqual(pairs.map((pair) => words.get(String(pair)) ?? null));
    expect((await mine(at(1)))[0]?.owed?.queue).toEqual([null, null, null, null]);
  });

  it("give the auditor's pace in this round, or in the previous one until it is known", async () => {
    const people = Array.from({ length: 16 }, (_, index) => [index % 2 === 0 ? "90" : "10", "1", "rent"]);
    const study = await judgingStudy(app, { people, settings: { roundSize: "8" }, auditors: 4 });
    const { studyId } = study;
    const accountId = auditor(study, 0);
    const paceOfOpen = async (of: string) => {
      const owed = (await readMyRounds(app, { studyId, accountId: of })).open[0]?.owed;
      return owed?.msPerPair ? Math.round(owed.msPerPair / 1_000) : null;
    };
    await openRound(app, { studyId });
    const { pairs } = await readJudging(app, { studyId, round: 1, accountId });
    const paceOfPanel = async () => (await readStudy(app, studyId)).pace;
    for (const [count, [high, low]] of pairs.slice(0, 5).entries()) {
      expect(await paceOfOpen(accountId), `${count} verdicts are too few`).toBeNull();
      app.clock.advance(20_000);
      await save(app, { studyId, round: 1, accountId }, [[high, low, "acceptable"]]);
    }
    expect(await paceOfOpen(accountId)).toBe(20);
    const { msPerPair, savedAt } = await readJudging(app, { studyId, round: 1, accountId });
    expect([Math.round((msPerPair ?? 0) / 1_000), (savedAt ?? 0) > app.now() - 1_000]).toEqual([20, true]);
    // Of the others one is slower, one has too few verdicts, one is faster.
    for (const [index, pause, count] of [
      [1, 40_000, 5],
      [2, 15_000, 4],
      [3, 10_000, 5],
    ] as const) {
      for (const [high, low] of pairs.slice(0, count)) {
        app.clock.advance(pause);
        await save(app, { studyId, round: 1, accountId: auditor(study, index) }, [[high, low, "acceptable"]]);
      }
    }
    // An operator learns nothing about an open round.
    expect(await paceOfPanel()).toEqual({ msPerPair: 25_000, isMeasured: false });
    await closeRound(app, { studyId, round: 1 });
    const measured = await paceOfPanel();
    expect({ ...measured, msPerPair: Math.round(measured.msPerPair / 1_000) }).toEqual({
      msPerPair: 20,
      isMeasured: true,
    });
    await openRound(app, { studyId });
    expect(await paceOfOpen(accountId)).toBe(20);
    expect(await paceOfOpen(auditor(study, 1))).toBe(40);
    expect(await paceOfOpen(auditor(study, 2))).toBeNull();
    for (const [round, pace] of [
      [2, 20],
      [3, 20],
      [4, null],
    ] as const) {
      await cancelRound(app, { studyId, round, reason: "wrong-people" });
      await openRound(app, { studyId });
      expect(await paceOfOpen(accountId), `${round} rounds later`).toBe(pace);
    }
  });

  it("include those of all seats that the account has had, each once", async () => {
    const { study, at } = await opened();
    const { studyId, operatorId } = study;
    await sealVerdicts(app, at(0), [[0, 2, "unfair"]]);
    await closeRound(app, { studyId, round: 1 });
    const replace = (seatId: string, accountId: string) =>
      replaceSeat(app, operatorId, { studyId, seatId, accountId });
    await replace("s1", await addWaiting(app, studyId, `next-${studyId}`));
    const { accountId } = at(0);
    await app.store.tx((tx) =>
      joinStudy(tx, { studyId, accountId, role: "auditor", ...byServer, now: app.now() }),
    );
    await replace("s2", accountId);
    await openRound(app, { studyId });
    expect((await mine(at(0))).map(({ number, sealed }) => [number, sealed !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it("say whether verdicts were changed since they were sealed", async () => {
    const { at } = await opened();
    await save(app, at(0), [[0, 2, "unfair"]]);
    await sealVerdicts(app, at(0), [[0, 2, "unfair"]]);
    const [sealed] = await mine(at(0));
    expect(sealed).toMatchObject({
      sealed: { version: 1, verdictCount: 1 },
      owed: { isChangedSinceSeal: false },
    });
    await save(app, at(0), [[0, 2, "acceptable"]]);
    expect((await mine(at(0)))[0]?.owed?.isChangedSinceSeal).toBe(true);
    const { open } = await readMyRounds(app, at(0));
    expect(open[0]?.owed?.savedAt).toBe((await readJudging(app, at(0))).savedAt);
  });

  it("say what the panel of a closed round decided, and who did not seal", async () => {
    const { study, at } = await opened();
    await sealVerdicts(app, at(0), [[0, 2, "unfair"]]);
    await sealVerdicts(app, at(1), [[0, 2, "unfair"]]);
    expect((await mine(at(0)))[0]?.reported).toBeNull();
    await closeRound(app, { studyId: study.studyId, round: 1 });
    const [round] = await mine(at(2));
    expect(round).toMatchObject({
      state: "closed",
      takesVerdicts: false,
      sealed: null,
      owed: null,
      reported: [{ high: 0, low: 2, flagCount: 2 }],
    });
  });

  it("distinguish a cancelled round from one where nothing was reported", async () => {
    const { study, at } = await opened();
    await cancelRound(app, { studyId: study.studyId, round: 1, reason: "wrong-people" });
    await openRound(app, { studyId: study.studyId });
    await closeRound(app, { studyId: study.studyId, round: 2 });
    expect(await mine(at(0))).toMatchObject([
      { number: 2, state: "closed", reported: [] },
      { number: 1, state: "cancelled", reported: null },
    ]);
  });

  it("come in pages of twenty, each with the open round", async () => {
    const study = await judgingStudy(app);
    const { studyId } = study;
    for (let round = 1; round <= 41; round += 1) {
      await openRound(app, { studyId });
      await cancelRound(app, { studyId, round, reason: "wrong-people" });
    }
    const pageOf = async (before?: number) => {
      const page = await readMyRounds(app, { studyId, accountId: auditor(study, 0), before });
      const numbers = page.past.map((round) => round.number);
      return [numbers.length, numbers.at(0), numbers.at(-1), page.newer, page.older];
    };
    expect(await pageOf()).toEqual([20, 41, 22, null, 22]);
    expect(await pageOf(22)).toEqual([20, 21, 2, 42, 2]);
    expect(await pageOf(2)).toEqual([1, 1, 1, 22, null]);
    expect(await pageOf(30)).toEqual([20, 29, 10, 42, 10]);
    expect(await pageOf(21)).toEqual([20, 20, 1, 41, null]);
    expect(await pageOf(1)).toEqual([0, undefined, undefined, 21, null]);
    await openRound(app, { studyId });
    const { open, newest, roundCount } = await readMyRounds(app, {
      studyId,
      accountId: auditor(study, 0),
      before: 22,
    });
    expect([open[0]?.number, newest?.number, roundCount]).toEqual([42, 42, 42]);
    expect(await pageOf()).toEqual([20, 41, 22, null, 22]);
  });
});
