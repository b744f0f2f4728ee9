import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSqlite, type SqliteConnection } from "#db/sqlite/connection.ts";
import { translateSqlite } from "#db/sqlite/errors.ts";
import { SqliteWriter, writerLimits } from "#db/sqlite/writer.ts";

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("the SQLite writer", () => {
  let folder: string;
  let connection: SqliteConnection;
  let other: SqliteConnection;
  let writer: SqliteWriter;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenhand-writer-"));
    connection = await openSqlite(join(folder, "file.sqlite"));
    connection.exec("create table note (n integer primary key, body text)");
    other = await openSqlite(join(folder, "file.sqlite"), { readonly: true });
    // No time limit may end a batch early when commits are counted.
    writer = new SqliteWriter(connection, { ...writerLimits, batchMs: 60_000 });
  });
  afterEach(async () => {
    connection.close();
    other.close();
    await rm(folder, { recursive: true });
  });

  const insert = (n: number, body = "") => connection.prepare("insert into note values (?, ?)").run(n, body);
  const note = (n: number) => writer.submit(async () => void insert(n));
  const durable = () => other.prepare("select n from note order by n").pluck().all();
  const spyOnCommits = () => {
    const spy = vi.spyOn(connection, "exec");
    return () => spy.mock.calls.filter(([sql]) => sql === "commit").length;
  };

  it("commits waiting transactions together, up to the limit", async () => {
    const commits = spyOnCommits();
    await Promise.all(range(writerLimits.batchSize * 2).map(note));
    expect(commits()).toBe(2);
    expect(durable()).toEqual(range(writerLimits.batchSize * 2));
  });

  it("ends a batch at its time limit, so that the process can do other work", async () => {
    const commits = spyOnCommits();
    writer = new SqliteWriter(connection, { ...writerLimits, batchMs: 0 });
    await Promise.all(range(5).map(note));
    expect(commits()).toBe(5);
  });

  it("runs bodies one after another in the order of arrival", async () => {
    const order: string[] = [];
    await Promise.all(
      range(20).map((n) =>
        writer.submit(async () => {
          order.push(`${n} begins`);
          for (let turn = 0; turn < n % 4; turn++) await Promise.resolve();
          order.push(`${n} ends`);
        }),
      ),
    );
    expect(order).toEqual(range(20).flatMap((n) => [`${n} begins`, `${n} ends`]));
  });

  it("answers no caller before the shared commit is visible to all", async () => {
    const seen: unknown[][] = [];
    const failing = (n: number) =>
      writer.submit(async () => {
        insert(n);
        throw new Error(`${n}`);
      });
    await Promise.all([
      note(1).then(() => seen.push(durable())),
      failing(2).catch(() => seen.push(durable())),
      note(3).then(() => seen.push(durable())),
    ]);
    expect(seen).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
  });

  it("retries each transaction alone when the shared commit fails", async () => {
    const runs = new Map<number, number>();
    const exec = connection.exec.bind(connection);
    let failures = 1;
    vi.spyOn(connection, "exec").mockImplementation((sql) => {
      if (sql === "commit" && failures-- > 0) throw new Error("a temporary disk error");
      return exec(sql);
    });
    await Promise.all(
      range(5).map((n) =>
        writer.submit(async () => {
          runs.set(n, (runs.get(n) ?? 0) + 1);
          insert(n);
        }),
      ),
    );
    expect(durable()).toEqual(range(5));
    expect([...runs.values()]).toEqual([2, 2, 2, 2, 2]);
  });

  it("rejects a transaction that fails alone too, and commits the others", async () => {
    const exec = connection.exec.bind(connection);
    vi.spyOn(connection, "exec").mockImplementation((sql) => {
      if (sql === "commit" && connection.prepare("select 1 from note where n = 3").get())
        throw new Error("no three");
      return exec(sql);
    });
    const runs: number[] = [];
    const results = await Promise.allSettled(
      range(6).map((n) =>
        writer.submit(async () => {
          runs.push(n);
          insert(n);
        }),
      ),
    );
    expect(results.map(({ status }) => status === "fulfilled")).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    // Together, then each alone, in the order of arrival.
    expect(runs).toEqual([...range(6), ...range(6)]);
    expect(durable()).toEqual([0, 1, 2, 4, 5]);
  });

  it("on a full disk refuses large rows, keeps acknowledged ones, and recovers when there is room", async () => {
    const pages = connection.pragma("page_count", { simple: true });
    connection.pragma(`max_page_count = ${pages}`);
    const large = (n: number) => writer.submit(async () => void insert(n, "x".repeat(50_000)));
    const results = await Promise.allSettled([note(1), large(2), note(3), large(4)]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
    const refusals = results.filter((result) => result.status === "rejected");
    expect(refusals.map(({ reason }) => translateSqlite(reason).code)).toEqual(["full", "full"]);
    expect(durable()).toEqual([1, 3]);
    connection.pragma("max_page_count = 100000");
    await large(5);
    expect(durable()).toEqual([1, 3, 5]);
  });
});
