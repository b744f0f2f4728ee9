import { expect, it } from "vitest";
import {
  countVersions,
  findBallotByKey,
  insertBallot,
  listFirstNonces,
  listLastBallots,
  listOwnBallots,
  listSavedVerdicts,
  listSaveTimes,
  listSealedFrom,
  listSealTimes,
  listVersions,
  saveVerdictRows,
  takeBackVerdicts,
} from "#db/queries/ballots.ts";
import { describeQueries } from "./two-studies.ts";

const seat = { studyId: "here", round: 1, seatId: "s1" };
const second = {
  seatId: "s1",
  version: 2,
  verdicts: "verdicts 1/s1/2 here",
  salt: "salt here",
  nonce: "nonce here",
  shown: "shown here",
  commitment: "commitment here",
  key: "key here",
  signature: "signature here",
  seq: 18,
  sealedAt: 1_002,
};

describeQueries("queries of ballots", ({ read, write }) => {
  it("add a ballot as it is given", async () => {
    const row = {
      ...second,
      studyId: "here",
      round: 1,
      version: 3,
      seq: 30,
      idempotencyKey: "key 3",
    };
    expect((await write((tx) => insertBallot(tx, row))).changes).toEqual({ "ballot here/1/s1/3": row });
  });

  it("find a ballot by the key it was sent with", async () => {
    const find = (change: object) =>
      read((db) => findBallotByKey(db, { ...seat, idempotencyKey: "key 2", ...change }));
    expect(await find({})).toEqual(second);
    expect(await find({ idempotencyKey: "key 1" })).toMatchObject({ version: 1 });
    expect(await find({ idempotencyKey: "key 9" })).toBeUndefined();
    expect(await find({ seatId: "s2" })).toBeUndefined();
    expect(await find({ round: 3 })).toBeUndefined();
  });

  it("list the last version of each seat in some rounds, by round and seat", async () => {
    const list = (rounds: number[]) => read((db) => listLastBallots(db, { studyId: "here", rounds }));
    const listed = await list([3, 1, 2]);
    expect(listed.map(({ verdicts }) => verdicts)).toEqual([
      "verdicts 1/s1/2 here",
      "verdicts 1/s2/1 here",
      "verdicts 1/s3/1 here",
      "verdicts 3/s1/1 here",
    ]);
    expect(listed[0]).toEqual({ round: 1, ...second });
    const own = { studyId: "here", seatId: "s1", rounds: [1, 3] };
    expect(
      (await read((db) => listOwnBallots(db, own))).map(({ round, version }) => [round, version]),
    ).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(await list([])).toEqual([]);
    expect(await read((db) => listLastBallots(db, { studyId: "sketch", rounds: [1] }))).toEqual([]);
  });

  it("list what was sealed from some seats, newest first, and nothing of what it says", async () => {
    const list = (seats: string[]) => read((db) => listSealedFrom(db, { studyId: "here", seats }));
    const listed = await list(["s1", "s2"]);
    expect(listed.map(({ round, seatId, version }) => `${round}/${seatId}/${version}`)).toEqual([
      "1/s2/1",
      "3/s1/1",
      "1/s1/2",
      "1/s1/1",
    ]);
    expect(listed).toContainEqual({
      round: 1,
      seatId: "s1",
      version: 2,
      seq: 18,
      sealedAt: 1_002,
      state: "closed",
    });
    expect(await list([])).toEqual([]);
  });

  it("list what enters the draw: the bytes of each seat's first version", async () => {
    const nonces = await read((db) => listFirstNonces(db, "here", 1));
    expect(nonces.map(({ seatId }) => seatId)).toEqual(["s1", "s2", "s3"]);
    expect(nonces.every(({ nonce }) => nonce === "nonce here")).toBe(true);
  });

  it("list every version of a seat in a round, oldest first", async () => {
    const listed = await read((db) => listVersions(db, seat));
    expect(listed.map(({ verdicts }) => verdicts)).toEqual(["verdicts 1/s1/1 here", "verdicts 1/s1/2 here"]);
    expect(listed[1]).toEqual(second);
    expect(await read((db) => listVersions(db, { ...seat, round: 2 }))).toEqual([]);
  });

  it("count the versions of a seat in a round, and those after a moment", async () => {
    const count = (change: object) => read((db) => countVersions(db, { ...seat, after: 0, ...change }));
    expect(await count({})).toEqual({ all: 2, late: 2 });
    expect(await count({ after: 1_002 })).toEqual({ all: 2, late: 1 });
    expect(await count({ seatId: "s2", after: 1_000 })).toEqual({ all: 1, late: 0 });
    expect(await count({ round: 2 })).toEqual({ all: 0, late: 0 });
  });

  it("list who sealed and when, and nothing of what", async () => {
    expect(await read((db) => listSealTimes(db, "here", 1))).toEqual([
      { seatId: "s1", version: 1, sealedAt: 1_004 },
      { seatId: "s1", version: 2, sealedAt: 1_002 },
      { seatId: "s2", version: 1, sealedAt: 1_000 },
      { seatId: "s3", version: 1, sealedAt: 1_003 },
    ]);
  });
});

describeQueries("queries of saved verdicts", ({ read, write }) => {
  const key = { studyId: "here", round: 3, seatId: "s1" };

  it("save verdicts, each over the one of the same pair and seat", async () => {
    const save = (lows: number[]) =>
      write((tx) =>
        saveVerdictRows(
          tx,
          { ...key, savedAt: 9 },
          lows.map((low) => (low === 1 ? [0, low, "acceptable", 40] : [0, low, "unsure"])),
        ),
      );
    const beside = {
      ...{ ...key, high: 0, low: 3 },
      ...{ word: "unsure", tolerance: null, savedAt: 9, isHidden: false },
    };
    expect((await save([1, 3])).changes).toEqual({
      "savedVerdict here/3/s1/0/1": { word: "acceptable", tolerance: 40, savedAt: 9 },
      "savedVerdict here/3/s1/0/3": beside,
    });
    const many = Array.from({ length: 1_200 }, (_, index) => index + 3);
    expect(Object.keys((await save(many)).changes)).toHaveLength(1_200);
    expect((await save([])).changes).toEqual({});
  });

  it("let whoever waits go on between two parts of many verdicts", async () => {
    let turns = 0;
    const verdicts = Array.from({ length: 1_200 }, (_, low) => [900, low, "unfair"] as const);
    await write(async (tx) => {
      const count = setInterval(() => (turns += 1), 0);
      await saveVerdictRows(tx, { ...key, savedAt: 9 }, verdicts);
      clearInterval(count);
    });
    expect(turns).toBeGreaterThan(0);
  });

  it("remove the verdicts of some pairs of one seat", async () => {
    const remove = (...pairs: [number, number][]) => write((tx) => takeBackVerdicts(tx, key, pairs));
    expect((await remove([0, 1])).changes).toEqual({ "savedVerdict here/3/s1/0/1": "removed" });
    expect((await remove([0, 2], [1, 0], [5, 1], [1, 2])).changes).toEqual({
      "savedVerdict here/3/s1/0/2": "removed",
      "savedVerdict here/3/s1/1/0": "removed",
    });
    expect((await remove([5, 1])).changes).toEqual({});
  });

  it("list the verdicts of one seat in one round, by pair", async () => {
    expect(await read((db) => listSavedVerdicts(db, key))).toEqual([
      { verdict: [0, 1, "unfair"], savedAt: 1_001 },
      { verdict: [0, 2, "unfair"], savedAt: 1_002 },
      { verdict: [1, 0, "unfair"], savedAt: 1_010 },
    ]);
    expect(await read((db) => listSavedVerdicts(db, { ...key, seatId: "s10" }))).toEqual([]);
  });

  it("list when a round's verdicts were saved, seat by seat, and nothing of what", async () => {
    const own = [1_001, 1_002, 1_010].map((savedAt) => ({ seatId: "s1", savedAt }));
    const times = await read((db) => listSaveTimes(db, "here", 3));
    expect(times.filter(({ seatId }) => seatId === "s1")).toEqual(own);
    expect(Object.keys(times[0] ?? {}).sort()).toEqual(["savedAt", "seatId"]);
    expect(await read((db) => listSaveTimes(db, "here", 99))).toEqual([]);
  });
});
