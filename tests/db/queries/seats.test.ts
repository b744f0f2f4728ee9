import { expect, it } from "vitest";
import {
  countSeatsEver,
  countSeatsIn,
  endMembership,
  endSeat,
  findMembership,
  findSeatOf,
  insertMembership,
  insertSeat,
  listJudgedBefore,
  listRolesAmong,
  listSeatFillers,
  listSeatStandings,
  listSeats,
  reviveMembership,
} from "#db/queries/seats.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of seats and memberships", ({ read, write }) => {
  it("find somebody's role in this study, ended or not", async () => {
    expect(await read((db) => findMembership(db, "here", "olga"))).toEqual({
      role: "operator",
      wayIn: "link-mailed",
      key: null,
      endedAt: null,
      requiredIssuer: null,
    });
    expect(await read((db) => findMembership(db, "there", "olga"))).toEqual({
      role: "researcher",
      wayIn: "link-mailed",
      key: null,
      endedAt: null,
      requiredIssuer: null,
    });
    expect(await read((db) => findMembership(db, "here", "emil"))).toEqual({
      role: "auditor",
      wayIn: "link-mailed",
      key: null,
      endedAt: 1_070,
      requiredIssuer: null,
    });
    expect(await read((db) => findMembership(db, "here", "adam"))).toBeUndefined();
    expect(await read((db) => findMembership(db, "sketch", "ada"))).toBeUndefined();
  });

  it("list who of some has a role in which of some studies now", async () => {
    const asked = { studyIds: ["here", "there", "sketch"], accountIds: ["olga", "emil", "adam"] };
    const rows = await read((db) => listRolesAmong(db, asked));
    const texts = rows.map(({ studyId, accountId, role }) => `${studyId} ${accountId} ${role}`).sort();
    expect(texts.filter((text) => text.startsWith("here"))).toEqual(["here olga operator"]);
    expect(texts).toContain("there olga researcher");
  });

  it("add a membership and a seat as they are given", async () => {
    const membership = {
      studyId: "here",
      accountId: "adam",
      role: "researcher" as const,
      wayIn: "account" as const,
      addedBy: "olga",
      key: "key",
      createdAt: 5,
      endedAt: null,
    };
    const joined = await write((tx) => insertMembership(tx, membership));
    expect(joined.changes).toEqual({ "membership here/adam": membership });
    const came = { replacesSeatId: "s3", wayIn: "link-mailed" as const, filledBy: "olga" };
    const seat = { studyId: "here", id: "s4", accountId: "dora", ...came, seatedAt: 6 };
    const seated = await write((tx) => insertSeat(tx, seat));
    expect(seated.changes).toEqual({ "seat here/s4": { ...seat, unseatedAt: null } });
  });

  it("revive one membership", async () => {
    const came = { accountId: "emil", wayIn: "link-copied" as const, addedBy: "rita", key: "key" };
    const { changes } = await write((tx) => reviveMembership(tx, { studyId: "here", ...came }));
    expect(changes).toEqual({
      "membership here/emil": { endedAt: null, wayIn: "link-copied", addedBy: "rita", key: "key" },
    });
  });

  it("end one membership", async () => {
    const { changes } = await write((tx) => endMembership(tx, { studyId: "here", accountId: "ada", at: 88 }));
    expect(changes).toEqual({ "membership here/ada": { endedAt: 88 } });
  });

  it("list who filled the seats in use of this study", async () => {
    expect(await read((db) => listSeatFillers(db, "here"))).toEqual([
      { seatId: "s1", displayName: "Olga" },
      { seatId: "s2", displayName: "Olga" },
      { seatId: "s10", displayName: "Olga" },
    ]);
    expect(await read((db) => listSeatFillers(db, "there"))).toEqual([]);
  });

  it("end one seat", async () => {
    const { changes } = await write((tx) => endSeat(tx, "here", "s2", 77));
    expect(changes).toEqual({ "seat here/s2": { unseatedAt: 77 } });
  });

  it("count all seats there ever were, in use or not", async () => {
    expect(await read((db) => countSeatsEver(db, "here"))).toBe(4);
    expect(await read((db) => countSeatsEver(db, "there"))).toBe(5);
    expect(await read((db) => countSeatsEver(db, "sketch"))).toBe(0);
  });

  it("list the seats in use in the order in which they were added", async () => {
    const came = { wayIn: "link-copied" };
    expect(await read((db) => listSeats(db, "here"))).toEqual([
      { id: "s1", accountId: "ada", displayName: "Ada", seatedAt: 1_001, ...came },
      { id: "s2", accountId: "ben", displayName: "Ben", seatedAt: 1_002, ...came },
      { id: "s10", accountId: "cyd", displayName: "Cyd", seatedAt: 1_010, ...came },
    ]);
    const there = await read((db) => listSeats(db, "there"));
    expect(there.map(({ id }) => id)).toEqual(["s1", "s2", "s3", "s4", "s10"]);
    expect(await read((db) => listSeats(db, "sketch"))).toEqual([]);
  });

  it("find the seat somebody holds now", async () => {
    expect(await read((db) => findSeatOf(db, "here", "ada"))).toBe("s1");
    expect(await read((db) => findSeatOf(db, "there", "ada"))).toBe("s2");
    expect(await read((db) => findSeatOf(db, "here", "emil"))).toBeUndefined();
    expect(await read((db) => findSeatOf(db, "here", "dora"))).toBeUndefined();
  });

  it("list who holds a seat now, with the newest round of the seat in which a pair was to be judged", async () => {
    const rows = await read((db) => listSeatStandings(db, "here"));
    const open = { round: 3, state: "open", deadlineAt: 1_303 };
    expect(Object.fromEntries(rows.map(({ seat, ...row }) => [seat, row]))).toEqual({
      s1: { accountId: "ada", ...open },
      s2: { accountId: "ben", ...open },
      s10: { accountId: "cyd", ...open },
    });
    const there = await read((db) => listSeatStandings(db, "there"));
    expect(there.find(({ seat }) => seat === "s4")).toEqual({
      ...{ seat: "s4", accountId: "dora" },
      ...{ round: null, state: null, deadlineAt: null },
    });
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

  it("count the seats in use of studies", async () => {
    const seats = await read((db) => countSeatsIn(db, ["here", "sketch"]));
    expect(seats.map(({ studyId }) => studyId)).toEqual(["here"]);
    const { value } = await write(async (tx) => {
      await tx.q.update(tx.t.seat).set({ unseatedAt: 5 });
      return countSeatsIn(tx, ["here", "sketch"]);
    });
    expect(value).toEqual([]);
    expect(seats[0]?.seats).toBeGreaterThan(1);
  });
});
