import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
  countOpenSeats,
  findPlaceOf,
  isRoundSeat,
  listOpenPlaces,
  listPlaces,
  listPlacesOf,
  listRoundAddresses,
  listRoundSeats,
  replaceRoundSeat,
} from "#db/queries/round-seats.ts";
import { endSeat } from "#db/queries/seats.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of the panels of rounds", ({ read, write }) => {
  it("put another seat on one place of one panel", async () => {
    const to = { studyId: "here", round: 3, place: 1, seatId: "s3" };
    const { changes } = await write((tx) => replaceRoundSeat(tx, to));
    expect(changes).toEqual({ "roundSeat here/3/1": { seatId: "s3" } });
  });

  it("say whether a seat is on a panel", async () => {
    const isThere = (round: number, seatId: string) =>
      read((db) => isRoundSeat(db, { studyId: "here", round, seatId }));
    expect([await isThere(3, "s10"), await isThere(1, "s10"), await isThere(3, "s99")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("list a panel by place, with and without addresses", async () => {
    expect(await read((db) => listRoundSeats(db, "here", 3))).toEqual([
      { place: 0, seatId: "s1", accountId: "ada", displayName: "Ada", unseatedAt: null },
      { place: 1, seatId: "s2", accountId: "ben", displayName: "Ben", unseatedAt: null },
      { place: 2, seatId: "s10", accountId: "cyd", displayName: "Cyd", unseatedAt: null },
    ]);
    const addresses = (round: number) => read((db) => listRoundAddresses(db, "here", round));
    expect(await addresses(1)).toEqual([
      { seatId: "s2", displayName: "Ben", email: "ben@example.org", suspendedAt: null },
      { seatId: "s1", displayName: "Ada", email: "ada@example.org", suspendedAt: null },
    ]);
    expect(await addresses(2), "a seat that has ended").toEqual([]);
  });

  it("list the places of an account, those of a seat that has ended only in rounds that are over", async () => {
    const placesOf = async (accountId: string) =>
      (await read((db) => listPlacesOf(db, { studyId: "here", accountId }))).map(
        ({ round, seatId }) => `${round}/${seatId}`,
      );
    expect(await placesOf("ada")).toEqual(["1/s1", "3/s1"]);
    expect(await placesOf("emil"), "who left while round 2 was open").toEqual([]);
    expect(await placesOf("dora")).toEqual([]);
    const ended = await write(async (tx) => {
      await endSeat(tx, "here", "s1", 2_000);
      return listPlacesOf(tx, { studyId: "here", accountId: "ada" });
    });
    expect(ended.value.map(({ round }) => round)).toEqual([1]);
    const own = { studyId: "here", accountId: "ada" };
    expect(await read((db) => findPlaceOf(db, { ...own, round: 1 }))).toBe("s1");
    expect(await read((db) => findPlaceOf(db, { ...own, round: 2 }))).toBeUndefined();
  });

  it("list the places of panels, by round and place", async () => {
    const rows = await read((db) => listPlaces(db, "here", [3, 1]));
    expect(rows.map(({ round, seatId }) => [round, seatId])).toEqual([
      [1, "s2"],
      [1, "s1"],
      [3, "s1"],
      [3, "s2"],
      [3, "s10"],
    ]);
    expect((await read((db) => listPlaces(db, "here", [3]))).every(({ round }) => round === 3)).toBe(true);
  });

  it("count the seats of the open round's panel that have sealed, a seat once", async () => {
    expect(await read((db) => countOpenSeats(db, ["here", "sketch"]))).toEqual([
      { studyId: "here", seats: 3, sealed: 1 },
    ]);
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
      return countOpenSeats(tx, ["here", "sketch"]);
    });
    expect(again.value).toEqual([{ studyId: "here", seats: 3, sealed: 2 }]);
    const without = await write(async (tx) => {
      await tx.q.update(tx.t.seat).set({ unseatedAt: 5 }).where(eq(tx.t.seat.id, "s2"));
      const left = await countOpenSeats(tx, ["here", "sketch"]);
      await tx.q.update(tx.t.seat).set({ unseatedAt: 5 });
      return [left, await countOpenSeats(tx, ["here", "sketch"])];
    });
    expect(without.value, "whose seat has ended is not awaited").toEqual([
      [{ studyId: "here", seats: 2, sealed: 1 }],
      [],
    ]);
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
});
