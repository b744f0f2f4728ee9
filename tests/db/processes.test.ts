import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { openSqliteStore } from "#db/sqlite/store.ts";
import { sqliteEngine } from "../setup/engine-sqlite.ts";
import { describeEngines } from "../setup/engines.ts";
import { countAccounts, insertAccountRow, nextId } from "./accounts.ts";
import { linesOf, startChild } from "./children/start.ts";

describeEngines("several processes on one database", (_, { newPlace }) => {
  describe("as child processes", () => {
    it("write at the same time, and all acknowledged rows are stored", async () => {
      const location = await newPlace();
      const children = ["a", "b", "c"].map((child) =>
        linesOf(startChild("write-accounts.ts", [JSON.stringify(location), child, "40"])),
      );
      const acknowledged = (await Promise.all(children)).flat();
      const store = await connectStore(location);
      const rows = await store.read((reader) =>
        reader.q.select({ id: reader.t.account.id }).from(reader.t.account),
      );
      await store.close();
      expect(acknowledged).toHaveLength(120);
      expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
    });

    it("migrate an empty database once, and all of them open it", async () => {
      const location = JSON.stringify(await newPlace("empty"));
      const children = [1, 2, 3, 4].map(() => linesOf(startChild("open-store.ts", [location])));
      expect((await Promise.all(children)).flat()).toEqual(["open", "open", "open", "open"]);
    });
  });
});

describe("a write lock that another process holds (sqlite)", () => {
  const engine = sqliteEngine();
  afterAll(() => engine.cleanUp());

  /** Locks a file until it is released. */
  async function lockedFile(kind?: "empty") {
    const place = await engine.newPlace(kind);
    const path = join(place.dataFolder, "evenhand.sqlite");
    const holder = startChild("hold-lock.ts", [path]);
    await once(holder.stdout, "data");
    const release = async () => {
      holder.stdin.end();
      await once(holder, "close");
    };
    return { path, release };
  }

  /** Returns whether the work ends while the process does other things. */
  async function isOverMeanwhile(work: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    for (let tick = 0; tick < 10; tick += 1) await setTimeout(5);
    return isOver;
  }

  it("is waited for without blocking the process", async () => {
    const { path, release } = await lockedFile();
    const store = await openSqliteStore(path);
    const id = nextId();
    const writing = store.tx((tx) => insertAccountRow(tx, id));
    expect(await isOverMeanwhile(writing)).toBe(false);
    await release();
    await writing;
    expect(await store.read((reader) => countAccounts(reader, id))).toBe(1);
    await store.close();
  });

  it("is waited for if the file must be switched to the write-ahead log first", async () => {
    const { path, release } = await lockedFile("empty");
    const opening = openSqliteStore(path);
    expect(await isOverMeanwhile(opening)).toBe(false);
    await release();
    await (await opening).close();
  });

  it("is given up at the limit with a clear refusal, while reads continue", async () => {
    const { path, release } = await lockedFile();
    const store = await openSqliteStore(path, { busyMs: 200 });
    const writing = store.tx(async () => "never");
    const refused = expect(writing).rejects.toMatchObject({
      code: "busy",
      message: "Another process is writing to the database.",
    });
    expect(await store.read((reader) => countAccounts(reader, "unknown"))).toBe(0);
    await refused;
    await release();
    expect(await store.tx(async () => "now")).toBe("now");
    await store.close();
  });
});
