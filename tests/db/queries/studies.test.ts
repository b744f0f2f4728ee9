import { expect, it } from "vitest";
import {
  countLeases,
  findCreator,
  findDemo,
  findNewestPlayable,
  findRequiredIssuer,
  findStudy,
  insertStudy,
  listPublishedStudies,
  listStandings,
  listStudiesOf,
  listStudiesToUpdate,
  listStudyNames,
  lockStudy,
  takeLease,
  updateStudy,
} from "#db/queries/studies.ts";
import { bareStudy } from "./rows.ts";
import { describeQueries } from "./two-studies.ts";

const here = {
  id: "here",
  name: "study here",
  state: "running",
  isDemo: false,
  settings: "settings here",
  nextSeq: 12,
  headHash: "head here",
  headAt: 1_090,
  roundCount: 3,
  skippedLinks: 0,
  restoredOrigin: null,
  restoredSeq: null,
  appliedSeq: 6,
  fence: 7,
};

describeQueries("queries of studies", ({ store, read, write }) => {
  it("add a study as it is given", async () => {
    const row = {
      ...bareStudy("new", 70),
      state: "ready" as const,
      draft: "d",
      settings: "s",
      labels: "l",
      leaseOwner: "o",
      leaseUntil: 4,
      endedAt: 5,
      requiredIssuer: "i",
      restoredOrigin: "n",
      restoredSeq: 6,
    };
    expect((await write((tx) => insertStudy(tx, row))).changes).toEqual({ "study new": row });
  });

  it("find one study", async () => {
    expect(await read((db) => findStudy(db, "here"))).toEqual(here);
    expect(await read((db) => findStudy(db, "nothing"))).toBeUndefined();
  });

  it("list the studies that have a record", async () => {
    expect((await read(listPublishedStudies)).sort()).toEqual(["demo", "here", "there"]);
  });

  it("find who made a study", async () => {
    expect(await read((db) => findCreator(db, "here"))).toBe("olga");
    expect(await read((db) => findCreator(db, "nothing"))).toBeUndefined();
  });

  it("find the newest study that may still be played", async () => {
    const newest = async (...ended: string[]) => {
      const { value } = await write(async (tx) => {
        for (const id of ended) await updateStudy(tx, id, { state: "ended" });
        return findNewestPlayable(tx);
      });
      return value;
    };
    expect(await newest()).toBe("here");
    expect(await newest("here")).toBe("there");
    expect(await newest("there", "here")).toBeUndefined();
  });

  it("lock one study without changing anything", async () => {
    expect(await write((tx) => lockStudy(tx, "here"))).toEqual({ value: here, changes: {} });
    expect((await write((tx) => lockStudy(tx, "nothing"))).value).toBeUndefined();
  });

  it("lock a study until its transaction ends, so that every writer sees what the one before did", async () => {
    const round = (await read((db) => findStudy(db, "demo")))?.roundCount ?? 0;
    const writers = Array.from({ length: 8 }, () =>
      store().tx(async (tx) => {
        const study = await lockStudy(tx, "demo");
        await updateStudy(tx, "demo", { roundCount: (study?.roundCount ?? 0) + 1 });
      }),
    );
    await Promise.all(writers);
    expect((await read((db) => findStudy(db, "demo")))?.roundCount).toBe(round + 8);
  });

  it("change one study", async () => {
    const patch = { state: "ended" as const, nextSeq: 13, headHash: "h", endedAt: 5 };
    expect((await write((tx) => updateStudy(tx, "here", patch))).changes).toEqual({ "study here": patch });
  });

  it("list the studies of which somebody is part now, the oldest first", async () => {
    const there = { id: "there", name: "study there", state: "running" };
    expect(await read((db) => listStudiesOf(db, "olga"))).toMatchObject([
      { ...there, role: "researcher" },
      { id: "here", name: "study here", state: "running", role: "operator" },
      { id: "sketch", name: "A sketch", state: "draft", role: "operator" },
    ]);
    expect(await read((db) => listStudiesOf(db, "emil"))).toMatchObject([{ ...there, role: "auditor" }]);
    expect(await read((db) => listStudiesOf(db, "adam"))).toEqual([]);
  });

  it("say by which provider auditors of a study have to sign in", async () => {
    expect(await read((db) => findRequiredIssuer(db, "here"))).toBeNull();
    expect(await read((db) => findRequiredIssuer(db, "nowhere"))).toBeNull();
    const { value, changes } = await write(async (tx) => {
      await updateStudy(tx, "here", { requiredIssuer: "https://login.example.org" });
      return [await findRequiredIssuer(tx, "here"), await findRequiredIssuer(tx, "there")];
    });
    expect(value).toEqual(["https://login.example.org", null]);
    expect(changes).toEqual({ "study here": { requiredIssuer: "https://login.example.org" } });
  });

  it("say what these studies are called", async () => {
    const names = await read((db) => listStudyNames(db, ["there", "here", "nowhere"]));
    expect(names).toEqual([
      { id: "here", name: "study here" },
      { id: "there", name: "study there" },
    ]);
  });

  it("find the demonstration, if there is one", async () => {
    expect(await read(findDemo)).toBe("demo");
    const { value } = await write(async (tx) => {
      await tx.q.update(tx.t.study).set({ isDemo: false });
      return findDemo(tx);
    });
    expect(value).toBeUndefined();
  });

  it("list the studies with something the learner has not seen, once each", async () => {
    const types = ["round.closed", "outcome.recorded"];
    expect(await read((db) => listStudiesToUpdate(db, types))).toEqual(["here"]);
    const after = async (appliedSeq: number) =>
      (
        await write(async (tx) => {
          await updateStudy(tx, "here", { appliedSeq });
          return listStudiesToUpdate(tx, types);
        })
      ).value;
    expect(await after(4)).toEqual(["here"]);
    expect(await after(7)).toEqual([]);
    expect(await read((db) => listStudiesToUpdate(db, ["seat.removed"]))).toEqual([]);
  });

  it("list where studies stand: next entry, newest round, newest guidelines", async () => {
    const rows = await read((db) => listStandings(db, ["here", "sketch", "nothing"]));
    const newest = { nextSeq: 12, guidelineVersion: 3, round: 3, state: "open", deadlineAt: 1_303 };
    const none = { nextSeq: 1, guidelineVersion: null, round: null, state: null, deadlineAt: null };
    expect(Object.fromEntries(rows.map(({ studyId, ...row }) => [studyId, row]))).toEqual({
      here: newest,
      sketch: none,
    });
  });

  it("count the studies whose lease holds", async () => {
    const held = { owner: "one", now: 1_000, until: 1_100 };
    const { value } = await write(async (tx) => {
      await takeLease(tx, { studyId: "here", ...held });
      return [await countLeases(tx, 1_099), await countLeases(tx, 1_100)];
    });
    expect(value).toEqual([1, 0]);
  });
});
