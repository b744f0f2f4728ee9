import { expect, it } from "vitest";
import {
  countClosedRounds,
  countRounds,
  endRound,
  findOpenRound,
  findRound,
  freezeRound,
  insertRound,
  listClosedAfter,
  listClosedNumbers,
  listJudgedRounds,
  listNewestRounds,
  listOverdueRounds,
  listRoundPage,
  listRounds,
  listStudiesAwaitingNumbers,
  setDeadline,
  setPublicNumber,
} from "#db/queries/rounds.ts";
import { describeQueries } from "./two-studies.ts";

const closed = {
  number: 1,
  t: 1_001,
  state: "closed",
  openedSeq: 3,
  openedAt: 1_101,
  openedHash: "opened 1 here",
  inputsHash: "inputs 1 here",
  appliedSeq: 1_001,
  noiseSeed: "noise 1 here",
  eta: "eta 1 here",
  fairnessWeight: "weight 1 here",
  guard: "guard 1 here",
  pairCount: 1_004,
  docket: "docket 1 here",
  seatCount: 1_003,
  neededFlags: 1_002,
  guidelineVersion: 1_001,
  deadlineAt: 1_301,
  closing: "deadline" as const,
  chosen: "in-order" as const,
  beaconRound: 1_501,
  beaconSignature: "number 1 here",
  beaconTrouble: "trouble 1 here",
  closingSeq: 4,
  closingAt: 1_401,
  closingHash: "closing 1 here",
  closedSeq: 5,
  closedAt: 1_201,
  closedHash: "closed 1 here",
  closeReason: "reason here",
};

describeQueries("queries of rounds", ({ read, write }) => {
  it("find one round", async () => {
    expect(await read((db) => findRound(db, "here", 1))).toEqual(closed);
    expect(await read((db) => findRound(db, "here", 4))).toBeUndefined();
  });

  it("find the open round", async () => {
    const open = { number: 3, state: "open", openedHash: "opened 3 here", closedSeq: null };
    expect(await read((db) => findOpenRound(db, "here"))).toMatchObject(open);
    expect(await read((db) => findOpenRound(db, "sketch"))).toBeUndefined();
    const { value } = await write(async (tx) => {
      const end = { state: "cancelled" as const, closedSeq: 1, closedAt: 2, closedHash: "", closeReason: "" };
      await endRound(tx, { studyId: "here", number: 3 }, end);
      return findOpenRound(tx, "here");
    });
    expect(value).toBeUndefined();
  });

  it("list all rounds or the named ones, newest first", async () => {
    const all = await read((db) => listRounds(db, "here"));
    expect(all.map(({ number, openedHash }) => [number, openedHash])).toEqual([
      [3, "opened 3 here"],
      [2, "opened 2 here"],
      [1, "opened 1 here"],
    ]);
    expect(all[2]).toEqual(closed);
    const named = await read((db) => listRounds(db, "here", [1, 3, 9]));
    expect(named.map(({ number }) => number)).toEqual([3, 1]);
  });

  it("list a page of rounds, the newest first", async () => {
    const page = (before: number, limit: number) =>
      read(async (db) =>
        (await listRoundPage(db, { studyId: "here", before, limit })).map(({ number }) => number),
      );
    expect([await page(9, 2), await page(2, 2), await page(1, 2)]).toEqual([[3, 2], [1], []]);
    const { number, state, openedAt, closedAt, deadlineAt, pairCount } = closed;
    expect(await read((db) => listRoundPage(db, { studyId: "here", before: 2, limit: 1 }))).toEqual([
      { number, state, openedAt, closedAt, deadlineAt, pairCount },
    ]);
  });

  it("count the rounds of one study by their state, and list those that closed, with a pair to judge or none", async () => {
    const { value } = await write(async (tx) => {
      const counts = await countRounds(tx, "here");
      const judged = await listJudgedRounds(tx, { studyId: "here", limit: 4 });
      await tx.q.update(tx.t.round).set({ pairCount: 0 });
      const none = await listJudgedRounds(tx, { studyId: "here", limit: 4 });
      return [counts, judged, none, await countRounds(tx, "here"), await listClosedNumbers(tx, "here")];
    });
    const one = (state: string, withoutPairs: number) => ({ state, count: 1, withoutPairs });
    const states = ["cancelled", "closed", "open"];
    expect(value).toEqual([
      states.map((state) => one(state, 0)),
      [1],
      [],
      states.map((state) => one(state, 1)),
      [1],
    ]);
    expect(await read((db) => listJudgedRounds(db, { studyId: "here", limit: 0 }))).toEqual([]);
  });

  it("count the closed rounds of one study", async () => {
    expect(await read((db) => countClosedRounds(db, "here"))).toBe(1);
    expect(await read((db) => countClosedRounds(db, "nowhere"))).toBe(0);
  });

  it("list the closed rounds of one study after a round, a few at a time", async () => {
    const { value } = await write(async (tx) => {
      const numbers = (after: number, limit: number) =>
        listClosedAfter(tx, { studyId: "here", after, limit });
      const before = await numbers(0, 9);
      const { closedSeq, closedAt, closedHash, closeReason } = closed;
      const end = { state: "closed", closedSeq, closedAt, closedHash, closeReason } as const;
      await endRound(tx, { studyId: "here", number: 3 }, end);
      return [before, await numbers(0, 9), await numbers(0, 1), await numbers(1, 9)];
    });
    expect(value).toEqual([[1], [1, 3], [1], [3]]);
  });

  it("add a round with its people and its panel", async () => {
    const { closedSeq, closedAt, closedHash, closeReason, ...opened } = closed;
    const round = { ...opened, studyId: "sketch", number: 1, state: "cancelled" as const };
    const ended = { closedSeq, closedAt, closedHash, closeReason };
    const key = { studyId: "here", round: 2 };
    const person = { ...key, position: 2, personId: "p7", chance: "c", digest: "d" };
    const seat = { ...key, place: 1, seatId: "s1" };
    const opening = { round: { ...round, ...ended }, people: [person], seats: [seat] };
    expect((await write((tx) => insertRound(tx, opening))).changes).toEqual({
      "round sketch/1": { ...round, ...ended },
      "roundPerson here/2/2": person,
      "roundSeat here/2/1": { ...seat, hiddenAt: null, hiddenVersion: null },
    });
  });

  it("end one round", async () => {
    const end = { state: "closed" as const, closedSeq: 12, closedAt: 7, closedHash: "h", closeReason: "r" };
    const { changes } = await write((tx) => endRound(tx, { studyId: "here", number: 3 }, end));
    expect(changes).toEqual({ "round here/3": end });
  });

  it("set the deadline of one round", async () => {
    const { changes } = await write((tx) => setDeadline(tx, { studyId: "here", number: 3 }, 7));
    expect(changes).toEqual({ "round here/3": { deadlineAt: 7 } });
  });

  it("freeze one round, and keep its number or why there is none", async () => {
    const key = { studyId: "here", number: 3 };
    const frozen = { beaconRound: 7, closingSeq: 8, closingAt: 9, closingHash: "h", closeReason: "r" };
    expect((await write((tx) => freezeRound(tx, key, frozen))).changes).toEqual({
      "round here/3": { ...frozen, state: "closing" },
    });
    const found = { beaconSignature: "s", beaconTrouble: "t" };
    expect((await write((tx) => setPublicNumber(tx, key, found))).changes).toEqual({ "round here/3": found });
  });

  it("list open rounds that close by themselves and whose deadline has passed, in all studies", async () => {
    const overdue = await read((db) => listOverdueRounds(db, 1_303));
    expect(overdue.filter(({ studyId }) => studyId === "here")).toEqual([{ studyId: "here", round: 3 }]);
    expect(
      (await read((db) => listOverdueRounds(db, 1_302))).filter((row) => row.studyId === "here"),
    ).toEqual([]);
    const ended = await write(async (tx) => {
      const frozen = { beaconRound: 7, closingSeq: 8, closingAt: 9, closingHash: "h", closeReason: "r" };
      await freezeRound(tx, { studyId: "here", number: 3 }, frozen);
      return listOverdueRounds(tx, 9_999);
    });
    expect(ended.value.filter(({ studyId }) => studyId === "here")).toEqual([]);
  });

  it("list the studies whose open or closing round awaits its number", async () => {
    expect(await read(listStudiesAwaitingNumbers)).toEqual([]);
    const frozen = { beaconRound: 7, closingSeq: 8, closingAt: 9, closingHash: "h", closeReason: "r" };
    const awaited = (change?: { beaconSignature: string | null; beaconTrouble: string | null }) =>
      write(async (tx) => {
        const key = { studyId: "here", number: 3 };
        await freezeRound(tx, key, frozen);
        if (change) await setPublicNumber(tx, key, change);
        return { studies: await listStudiesAwaitingNumbers(tx), open: await findOpenRound(tx, "here") };
      });
    const { studies, open } = (await awaited({ beaconSignature: null, beaconTrouble: "t" })).value;
    expect([studies, open?.number, open?.state]).toEqual([["here"], 3, "closing"]);
    const drawn = await awaited({ beaconSignature: "s", beaconTrouble: null });
    expect(drawn.value.studies).toEqual([]);
  });

  it("find the newest round of each", async () => {
    expect(await read((db) => listNewestRounds(db, ["here", "sketch"]))).toEqual([
      {
        studyId: "here",
        number: 3,
        state: "open",
        pairCount: 1_004,
        neededFlags: 1_002,
        deadlineAt: 1_303,
        closing: "deadline",
      },
    ]);
    expect(await read((db) => listNewestRounds(db, []))).toEqual([]);
  });
});
