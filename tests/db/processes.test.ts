import { once } from "node:events";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { openSqliteStore } from "#db/sqlite/store.ts";
import { sqliteEngine } from "../setup/engine-sqlite.ts";
import { describeEngines } from "../setup/engines.ts";
import { countAccounts, insertAccountRow, nextId } from "./accounts.ts";
import { linesOf, startChild } from "./children/start.ts";

describeEngines("several processes on one database", (_, { newPlace }) => {
  describe.runIf(newPlace)("started for the test", () => {
    const place = newPlace ?? (() => Promise.reject(new Error("no place")));

    it("write at the same time, and what was acknowledged to any of them is there", async () => {
      const location = await place();
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

    it("bring an empty database up to date once, and all of them open it", async () => {
      const location = JSON.stringify(await place("empty"));
      const children = [1, 2, 3, 4].map(() => linesOf(startChild("open-store.ts", [location])));
      expect((await Promise.all(children)).flat()).toEqual(["open", "open", "open", "open"]);
    });
  });
});

describe("a write lock that another process holds (sqlite)", () => {
  const engine = sqliteEngine();
  afterAll(() => engine.cleanUp());

  async function lockedFile(milliseconds: number) {
    const place = await engine.newPlace?.();
    const path = join(place?.dataFolder ?? "", "evenhand.sqlite");
    const holder = startChild("hold-lock.ts", [path, String(milliseconds)]);
    await once(holder.stdout, "data");
    return { path, released: once(holder, "close") };
  }

  it("is waited for, while the process goes on with other things", async () => {
    const { path, released } = await lockedFile(400);
    const store = await openSqliteStore(path);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 5);
    const id = nextId();
    await store.tx((tx) => insertAccountRow(tx, id));
    clearInterval(ticking);
    await released;
    expect(ticks).toBeGreaterThan(5);
    expect(await store.read((reader) => countAccounts(reader, id))).toBe(1);
    await store.close();
  });

  it("is waited for when the file has to be changed to the write-ahead log first", async () => {
    const place = await engine.newPlace?.("empty");
    const path = join(place?.dataFolder ?? "", "evenhand.sqlite");
    const holder = startChild("hold-lock.ts", [path, "300"]);
    await once(holder.stdout, "data");
    // Listened for before it can happen.
    const released = once(holder, "close");
    const store = await openSqliteStore(path);
    await store.close();
    await released;
  });

  it("is given up after the stated limit with a clear refusal, and reads go on meanwhile", async () => {
    const { path, released } = await lockedFile(1500);
    const store = await openSqliteStore(path, { busyMs: 200 });
    const writing = store.tx(async () => "never");
    const refused = expect(writing).rejects.toMatchObject({
      code: "busy",
      message: "Another process is writing to the database.",
    });
    expect(await store.read((reader) => countAccounts(reader, "nobody"))).toBe(0);
    await refused;
    await released;
    expect(await store.tx(async () => "now")).toBe("now");
    await store.close();
  });
});
