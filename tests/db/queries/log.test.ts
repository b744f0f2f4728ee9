import { expect, it } from "vitest";
import {
  findEntry,
  findEntryHash,
  findLastSeqOf,
  insertEntries,
  listEntriesOf,
  listEntriesOfRounds,
  listLines,
  listLinks,
  listRoundsNamedAfter,
  sumLineBytes,
} from "#db/queries/log.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of the log", ({ read, write }) => {
  const lines = (after: number, upTo: number, limit: number) =>
    read((db) => listLines(db, { studyId: "here", after, upTo, limit }));

  it("add entries as they are given", async () => {
    const of = { studyId: "here", type: "round.closed", at: 5, round: 3, entry: "{}" };
    const entry = { ...of, seq: 12, hash: "h12" };
    const next = { ...entry, seq: 13, hash: "h13" };
    expect((await write((tx) => insertEntries(tx, [entry, next]))).changes).toEqual({
      "logEntry here/12": entry,
      "logEntry here/13": next,
    });
  });

  it("list the lines after one entry and up to another, in their order, so many at a time", async () => {
    expect(await lines(8, 11, 100)).toEqual([
      { seq: 9, entry: "entry 9 here" },
      { seq: 10, entry: "entry 10 here" },
      { seq: 11, entry: "entry 11 here" },
    ]);
    expect((await lines(0, 5, 100)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect((await lines(2, 11, 3)).map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(await lines(11, 20, 100)).toEqual([]);
  });

  it("count the bytes of a stretch with their ends, in UTF-8", async () => {
    const sum = (after: number, upTo: number) =>
      read((db) => sumLineBytes(db, { studyId: "here", after, upTo }));
    expect(await sum(8, 11)).toBe("entry 9 here\nentry 10 here\nentry 11 here\n".length);
    expect(await sum(11, 20)).toBe(0);
    const { value } = await write(async (tx) => {
      const of = { studyId: "here", type: "round.closed", at: 5, round: 3, hash: "h12" };
      await insertEntries(tx, [{ ...of, seq: 12, entry: "Bötchen 🎲" }]);
      return sumLineBytes(tx, { studyId: "here", after: 11, upTo: 12 });
    });
    expect(value).toBe(Buffer.byteLength("Bötchen 🎲\n"));
  });

  it("list the rounds that later entries name, each once, and no other study's", async () => {
    const named = (after: number) => read((db) => listRoundsNamedAfter(db, { studyId: "here", after }));
    const rows = await read((db) => db.q.select().from(db.t.logEntry));
    const expected = (after: number) => {
      const later = rows.filter(({ studyId, seq }) => studyId === "here" && seq > after);
      return [...new Set(later.flatMap(({ round }) => round ?? []))].sort((one, other) => one - other);
    };
    expect(expected(0).length).toBeGreaterThan(1);
    for (const after of [0, 5, 9, 11]) expect(await named(after)).toEqual(expected(after));
  });

  it("list entries as they are hashed, after one, in their order, so many at a time", async () => {
    const list = (after: number, limit: number) =>
      read((db) => listLinks(db, { studyId: "here", after, limit }));
    expect(await list(9, 100)).toEqual([
      { seq: 10, entry: "entry 10 here", hash: "hash 10 here" },
      { seq: 11, entry: "entry 11 here", hash: "hash 11 here" },
    ]);
    expect((await list(2, 3)).map(({ seq }) => seq)).toEqual([3, 4, 5]);
  });

  it("list the entries of some types after one, up to another if one is named, oldest first, so many at a time", async () => {
    const types = ["round.opened", "round.cancelled"];
    const list = (after: number, limit: number, upTo?: number) =>
      read((db) => listEntriesOf(db, { studyId: "here", types, after, upTo, limit }));
    expect(await list(3, 100)).toEqual([
      { seq: 8, type: "round.opened", entry: "entry 8 here" },
      { seq: 9, type: "round.cancelled", entry: "entry 9 here" },
      { seq: 10, type: "round.opened", entry: "entry 10 here" },
    ]);
    expect((await list(0, 2)).map(({ seq }) => seq)).toEqual([3, 8]);
    expect((await list(3, 100, 9)).map(({ seq }) => seq)).toEqual([8, 9]);
    expect(await list(3, 100, 7)).toEqual([]);
  });

  it("list the entries of some types that name one of these rounds, up to one, oldest first", async () => {
    const types = ["round.opened", "round.closed", "round.cancelled"];
    const list = (rounds: number[], upTo: number) =>
      read((db) => listEntriesOfRounds(db, { studyId: "here", types, rounds, upTo }));
    expect(await list([1, 2], 100)).toEqual([
      { seq: 3, entry: "entry 3 here" },
      { seq: 5, entry: "entry 5 here" },
      { seq: 8, entry: "entry 8 here" },
      { seq: 9, entry: "entry 9 here" },
    ]);
    expect((await list([1, 2], 8)).map(({ seq }) => seq)).toEqual([3, 5, 8]);
    expect((await list([3], 100)).map(({ seq }) => seq)).toEqual([10]);
  });

  it("find the newest entry of a type", async () => {
    expect(await read((db) => findLastSeqOf(db, "here", "round.opened"))).toBe(10);
    expect(await read((db) => findLastSeqOf(db, "here", "round.opened", 9))).toBe(8);
    expect(await read((db) => findLastSeqOf(db, "here", "person.erased"))).toBe(0);
  });

  it("find one entry", async () => {
    expect(await read((db) => findEntry(db, "here", 5))).toEqual({
      seq: 5,
      type: "round.closed",
      at: 1_005,
      hash: "hash 5 here",
      entry: "entry 5 here",
    });
    expect(await read((db) => findEntry(db, "here", 12))).toBeUndefined();
  });

  it("find the hash of one entry", async () => {
    expect(await read((db) => findEntryHash(db, "here", 5))).toBe("hash 5 here");
    expect(await read((db) => findEntryHash(db, "here", 12))).toBeUndefined();
  });
});
