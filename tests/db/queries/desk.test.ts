import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
  countAwaited,
  countOpenSeats,
  countPlayedRounds,
  countSeatsIn,
  listJudgedBefore,
  listNewestRounds,
  listOpenPlaces,
} from "#db/queries/desk.ts";
import { endMembership } from "#db/queries/seats.ts";
import { countWaitingIn } from "#db/queries/waiting.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries about all studies of somebody at once", ({ read, write }) => {
  const here = ["here", "sketch"];

  it("find the newest round of each", async () => {
    expect(await read((db) => listNewestRounds(db, here))).toEqual([
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

  it("count closed rounds, and once each those with a report", async () => {
    // Round 1 here has three reported pairs; the open round's row is none of a closed one.
    expect(await read((db) => countPlayedRounds(db, here))).toEqual([
      { studyId: "here", closed: 1, reported: 1 },
    ]);
    // The round there that was closed is the second, whose pairs nobody reported.
    expect(await read((db) => countPlayedRounds(db, ["there"]))).toEqual([
      { studyId: "there", closed: 1, reported: 0 },
    ]);
    expect(await read((db) => countPlayedRounds(db, []))).toEqual([]);
  });

  it("count the seats of the open round's panel that have sealed, a seat once", async () => {
    expect(await read((db) => countOpenSeats(db, here))).toEqual([{ studyId: "here", seats: 3, sealed: 1 }]);
    expect(await read((db) => countOpenSeats(db, []))).toEqual([]);
    const again = await write(async (tx) => {
      const [row] = await tx.q.select().from(tx.t.ballot);
      if (row === undefined) throw new Error("no ballot");
      const sealed = { ...row, studyId: "here", round: 3, idempotencyKey: "again" };
      await tx.q.insert(tx.t.ballot).values([
        { ...sealed, seatId: "s1", version: 2, seq: 101 },
        { ...sealed, seatId: "s2", version: 1, seq: 102 },
        // not on the panel of this round
        { ...sealed, seatId: "s3", version: 1, seq: 103 },
      ]);
      return countOpenSeats(tx, here);
    });
    expect(again.value).toEqual([{ studyId: "here", seats: 3, sealed: 2 }]);
    const without = await write(async (tx) => {
      await tx.q.update(tx.t.seat).set({ unseatedAt: 5 }).where(eq(tx.t.seat.id, "s2"));
      const left = await countOpenSeats(tx, here);
      await tx.q.update(tx.t.seat).set({ unseatedAt: 5 });
      return [left, await countOpenSeats(tx, here)];
    });
    expect(without.value, "whose seat has ended is not awaited").toEqual([
      [{ studyId: "here", seats: 2, sealed: 1 }],
      [],
    ]);
  });

  it("count the picked people of closed rounds without an outcome", async () => {
    // Here one was picked in round 1, and has an outcome; the draw of the open round was made at its opening.
    expect(await read((db) => countAwaited(db, ["here", "there"]))).toEqual([]);
    const { value } = await write(async (tx) => {
      const { decision, draw } = tx.t;
      await tx.q.insert(draw).values({ studyId: "there", round: 2, u: "0.5", hypothesis: null, drawnAt: 1 });
      const picked = { studyId: "there", round: 2, selected: 1 };
      await tx.q.insert(decision).values([0, 1].map((position) => ({ ...picked, position })));
      return countAwaited(tx, ["here", "there"]);
    });
    expect(value).toEqual([{ studyId: "there", round: 2, awaited: 2 }]);
  });

  it("count the people who wait, and the seats in use", async () => {
    expect(await read((db) => countWaitingIn(db, here))).toEqual([{ studyId: "here", waiting: 2 }]);
    const seats = await read((db) => countSeatsIn(db, here));
    expect(seats.map(({ studyId }) => studyId)).toEqual(["here"]);
    const { value } = await write(async (tx) => {
      await tx.q.update(tx.t.seat).set({ unseatedAt: 5 });
      return countSeatsIn(tx, here);
    });
    expect(value).toEqual([]);
    expect(seats[0]?.seats).toBeGreaterThan(1);
  });

  it("list the open rounds on whose panel somebody sits, and whether they have sealed", async () => {
    const seats = await read((db) => db.q.select().from(db.t.seat));
    const accountOf = (seatId: string) =>
      seats.find((seat) => seat.studyId === "here" && seat.id === seatId)?.accountId ?? "";
    const placeOf = async (seatId: string) =>
      (await read((db) => listOpenPlaces(db, accountOf(seatId)))).filter(({ studyId }) => studyId === "here");
    expect(await placeOf("s1")).toEqual([{ studyId: "here", hasSealed: true }]);
    expect(await placeOf("s2")).toEqual([{ studyId: "here", hasSealed: false }]);
    const { value } = await write(async (tx) => {
      await tx.q.update(tx.t.round).set({ pairCount: 0 });
      return listOpenPlaces(tx, accountOf("s2"));
    });
    expect(value, "where there is no pair, nobody has to come").toEqual([]);
  });

  it("list the studies somebody judged before, once their role there has ended", async () => {
    const { value } = await write(async (tx) => {
      const before = await listJudgedBefore(tx, "ada");
      await endMembership(tx, { studyId: "here", accountId: "ada", at: 99 });
      return [before, await listJudgedBefore(tx, "ada"), await listJudgedBefore(tx, "alma")];
    });
    expect(value).toEqual([[], [{ id: "here", name: "study here" }], []]);
    expect(await read((db) => listJudgedBefore(db, "emil")), "who left before a round was over").toEqual([]);
  });
});
