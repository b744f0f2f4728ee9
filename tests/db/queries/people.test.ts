import { expect, it } from "vitest";
import {
  findImportOf,
  findLastOrdinal,
  findUnfinishedImport,
  finishImport,
  insertImport,
  insertPeople,
  removeImport,
} from "#db/queries/imports.ts";
import {
  erasePersonalData,
  findPerson,
  listFeatures,
  listFeaturesOf,
  listIdentifiers,
  listImported,
  listOpenedAmong,
  listSealedOutcomes,
  listSpreadFeatures,
} from "#db/queries/people.ts";
import { assignPeople } from "#db/queries/waiting.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of imports", ({ read, write }) => {
  it("add an import as it is given", async () => {
    const row = {
      studyId: "here",
      id: "import-4",
      fileHash: "f",
      firstOrdinal: 10,
      rowCount: 2,
      startedAt: 3,
      seq: 40,
    };
    expect((await write((tx) => insertImport(tx, row))).changes).toEqual({
      "peopleImport here/import-4": row,
    });
  });

  it("find the import that is not finished", async () => {
    const unfinished = { id: "import-2" };
    expect(await read((db) => findUnfinishedImport(db, "here"))).toEqual(unfinished);
    expect(await read((db) => findUnfinishedImport(db, "there"))).toBeUndefined();
  });

  it("find the finished import of a file", async () => {
    const third = { firstOrdinal: 5, rowCount: 3 };
    expect(await read((db) => findImportOf(db, "here", "file 3 here"))).toEqual(third);
    expect(await read((db) => findImportOf(db, "here", "file 2 here"))).toBeUndefined();
    expect(await read((db) => findImportOf(db, "here", "file 3 there"))).toBeUndefined();
  });

  it("finish one import", async () => {
    const { changes } = await write((tx) => finishImport(tx, "here", "import-2", 12));
    expect(changes).toEqual({ "peopleImport here/import-2": { seq: 12 } });
  });

  it("remove one import with all that came of it", async () => {
    const { changes } = await write((tx) => removeImport(tx, "here", "import-2"));
    expect(changes).toEqual({
      "peopleImport here/import-2": "removed",
      "person here/p8": "removed",
      "person here/p9": "removed",
      "personData here/p8": "removed",
      "personData here/p9": "removed",
      "sealedOutcome here/p8": "removed",
    });
  });
});

describeQueries("queries of people", ({ read, write }) => {
  it("find the last ordinal", async () => {
    expect(await read((db) => findLastOrdinal(db, "here"))).toBe(9);
    expect(await read((db) => findLastOrdinal(db, "sketch"))).toBe(0);
    const { value } = await write(async (tx) => {
      await removeImport(tx, "here", "import-2");
      return findLastOrdinal(tx, "here");
    });
    expect(value).toBe(7);
  });

  it("add people with what is known of them, outcomes only if there are any", async () => {
    const row = {
      studyId: "here",
      id: "p10",
      importId: "import-2",
      ordinal: 10,
      digest: "d",
      roundNumber: null,
      erasedAt: null,
    };
    const data = {
      studyId: "here",
      personId: "p10",
      digestKey: "k",
      features: "[]",
      identifiers: "[]",
    };
    const outcome = { studyId: "here", personId: "p10", value: "yes" as const };
    const added = { "person here/p10": row, "personData here/p10": data };
    const people = { rows: [row], data: [data] };
    expect((await write((tx) => insertPeople(tx, { ...people, outcomes: [] }))).changes).toEqual(added);
    expect((await write((tx) => insertPeople(tx, { ...people, outcomes: [outcome] }))).changes).toEqual({
      ...added,
      "sealedOutcome here/p10": outcome,
    });
  });

  it("put people into a round, and back", async () => {
    const into = await write((tx) => assignPeople(tx, { studyId: "here", ids: ["p5", "p7"], round: 4 }));
    expect(into.changes).toEqual({
      "person here/p5": { roundNumber: 4 },
      "person here/p7": { roundNumber: 4 },
    });
    const back = await write((tx) => assignPeople(tx, { studyId: "here", ids: ["p3"], round: null }));
    expect(back.changes).toEqual({ "person here/p3": { roundNumber: null } });
  });

  it("list the outcomes from the file, of the named people", async () => {
    const sealed = await read((db) => listSealedOutcomes(db, "here", ["p2", "p1", "p4"]));
    expect(sealed.sort((a, b) => a.personId.localeCompare(b.personId))).toEqual([
      { personId: "p1", value: "yes" },
      { personId: "p2", value: "no" },
    ]);
  });

  it("find where one person stands", async () => {
    expect(await read((db) => findPerson(db, "here", "p1"))).toEqual({ roundNumber: 1, erasedAt: null });
    expect(await read((db) => findPerson(db, "here", "p6"))).toEqual({ roundNumber: null, erasedAt: 1_060 });
    expect(await read((db) => findPerson(db, "here", "p99"))).toBeUndefined();
  });

  it("erase what is personal of one person", async () => {
    const erased = { studyId: "here", personId: "p1", at: 5 };
    expect((await write((tx) => erasePersonalData(tx, erased))).changes).toEqual({
      "person here/p1": { erasedAt: 5 },
      "personData here/p1": "removed",
      "remark here/1/s1/0/1": "removed",
      "sealedOutcome here/p1": "removed",
    });
  });

  it("list the identifiers of the named people who were not erased", async () => {
    const named = await read((db) => listIdentifiers(db, "here", ["p6", "p5", "p1"]));
    expect(named.sort((a, b) => a.personId.localeCompare(b.personId))).toEqual([
      { personId: "p1", identifiers: "Number 1 here" },
      { personId: "p5", identifiers: "Ab_5% Q here" },
    ]);
  });

  it("list the features of finished imports in the order of the files, a page at a time", async () => {
    const list = (after: number, limit: number) =>
      read((db) => listFeatures(db, { studyId: "here", after, limit }));
    expect(await list(4, 100)).toEqual([
      { ordinal: 5, features: "features 5 here" },
      { ordinal: 7, features: "features 7 here" },
    ]);
    expect((await list(0, 3)).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
  });
});

describeQueries("what a researcher gets of the people", ({ read }) => {
  const list = (upToSeq: number, after = 0, limit = 100) =>
    read((db) => listImported(db, { studyId: "here", after, upToSeq, limit }));
  const ordinals = async (...page: Parameters<typeof list>) =>
    (await list(...page)).map(({ ordinal }) => ordinal);
  const opened = (upToSeq: number) =>
    read((db) =>
      listOpenedAmong(db, { studyId: "here", ids: ["p1", "p2", "p5", "p6", "p7", "p9"], upToSeq }),
    );

  it("is everybody whose import had ended by an entry, a page at a time, without the data of the erased", async () => {
    expect(await ordinals(1)).toEqual([]);
    expect(await ordinals(2)).toEqual([1, 2, 3, 4]);
    expect(await ordinals(100)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await ordinals(100, 1, 2)).toEqual([2, 3]);
    expect(await list(100, 4, 2)).toEqual([
      {
        ...{ id: "p5", ordinal: 5, digest: "digest 5 here" },
        ...{ digestKey: "key 5 here", features: "features 5 here" },
      },
      { id: "p6", ordinal: 6, digest: "digest 6 here", digestKey: null, features: null },
    ]);
  });

  it("says who of them stood in a round that was opened by an entry", async () => {
    expect(await opened(2)).toEqual([]);
    expect(await opened(3)).toEqual(["p1", "p2"]);
    expect(await opened(8)).toEqual(["p1", "p2", "p5", "p6"]);
  });

  it("list the features of some people, and of nobody next door", async () => {
    const rows = await read((db) => listFeaturesOf(db, "here", ["p1", "p3"]));
    const all = await read((db) => listFeatures(db, { studyId: "here", after: 0, limit: 100 }));
    const features = (ordinal: number) => all.find((row) => row.ordinal === ordinal)?.features;
    expect(rows.sort((a, b) => a.personId.localeCompare(b.personId))).toEqual([
      { personId: "p1", features: features(1) },
      { personId: "p3", features: features(3) },
    ]);
    expect(await read((db) => listFeaturesOf(db, "sketch", ["p1"]))).toEqual([]);
  });

  it("are taken evenly spread from the first import that was finished", async () => {
    const spread = (limit: number) => read((db) => listSpreadFeatures(db, { studyId: "here", limit }));
    expect(await spread(2)).toEqual({ rowCount: 4, features: ["features 1 here", "features 3 here"] });
    expect((await spread(3)).features).toHaveLength(2);
    expect((await spread(4)).features).toHaveLength(4);
    // the first one there was erased
    const there = await read((db) => listSpreadFeatures(db, { studyId: "there", limit: 9 }));
    expect(there.features).toEqual(["features 2 there", "features 3 there", "features 4 there"]);
    const none = await read((db) => listSpreadFeatures(db, { studyId: "sketch", limit: 9 }));
    expect(none).toEqual({ rowCount: 0, features: [] });
  });
});
