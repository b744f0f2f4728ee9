import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import type { TestEngine } from "#tests/setup/engines.ts";
import { migrated } from "#tests/setup/migrated.ts";
import { makePostgres } from "../../../scripts/lib/postgres.mjs";
import type { Fault, FaultResult } from "./fault.ts";
import { FaultStage } from "./stage.ts";

type Postgres = Awaited<ReturnType<typeof makePostgres>>;

const away = {
  code: "storage-away",
  call: "503: The server cannot reach its database at the moment, and this may not have been stored. Try again in a moment.",
};
const busy = {
  code: "busy",
  call: "503: The server is busy and nothing was changed. Try again in a moment.",
};

/** Makes the database unavailable, on a PostgreSQL server of this test's own, and available again. */
const without =
  (expected: { code: string; call: string }, take: (postgres: Postgres) => Promise<() => Promise<void>>) =>
  async (engine: TestEngine): Promise<FaultResult> => {
    const postgres = await makePostgres("-c max_connections=24");
    try {
      await migrated({ dataFolder: "", databaseUrl: postgres.url });
      const stage = await FaultStage.set(engine, { url: postgres.url });
      try {
        await stage.judge(sleep(1_500));
        const restore = await take(postgres);
        const { taken, refused } = await stage.judge(sleep(2_000));
        expect([taken, ...refused.keys()]).toEqual([0, expected.code]);
        const seen = await stage.look();
        expect(seen).toMatchObject({
          call: expected.call,
          page: 503,
          ready: "The database does not answer.",
        });
        await restore();
        await expect.poll(async () => (await stage.look()).call).toBe("200: taken");
        // An interrupted ballot may be stored, so a new one starts from the server's state.
        await stage.enter();
        await stage.expectTaken();
        const said = `${seen.call} Page ${seen.page}, readyz "${seen.ready}"`;
        return { seen: said, ...(await stage.count()) };
      } finally {
        await stage.clear();
      }
    } finally {
      await postgres.remove();
    }
  };

const restarted = without(away, async ({ stop, start }) => {
  await stop("fast");
  return async () => void (await start());
});

/** Another client uses all connections. */
const usedUp = without(busy, async ({ url }) => {
  const others: pg.Client[] = [];
  const take = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    others.push(client);
    return client;
  };
  const first = await take();
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'evenhand'";
  for (let isFull = false; !isFull; ) {
    await first.query(end);
    // Connections that the server releases are taken before it connects again.
    const attempts = await Promise.allSettled(Array.from({ length: 24 }, take));
    const { rows } = await first.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'evenhand'",
    );
    isFull = rows[0].n === 0 && attempts.some(({ status }) => status === "rejected");
  }
  return async () => {
    await Promise.all(others.map((client) => client.end()));
  };
});

export const postgresFaults: readonly Fault[] = [
  { name: "PostgreSQL restarted", engine: "postgres", isShort: false, run: restarted },
  { name: "its connections used up", engine: "postgres", isShort: false, run: usedUp },
];
