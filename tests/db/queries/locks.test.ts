import { beforeAll, expect, it } from "vitest";
import { lockAccount, lockAdministrators } from "#db/queries/accounts.ts";
import { lockAttempts } from "#db/queries/attempts.ts";
import { lockSecurityHead } from "#db/queries/security.ts";
import { takePending, updateSession } from "#db/queries/sessions.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { MigratableStore, Tx } from "#db/store/store.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { accountRows, otherStudyRows } from "./rows.ts";
import { studyRows } from "./study-rows.ts";
import { insertRows } from "./two-studies.ts";

type Ask = (tx: Tx) => Promise<unknown>;

/** What each lock blocks, and what it does not block. PostgreSQL only, because SQLite has one writer at a time. */
const locks: readonly { name: string; ask: Ask; others?: Ask }[] = [
  { name: "an account", ask: (tx) => lockAccount(tx, "ada"), others: (tx) => lockAccount(tx, "ben") },
  { name: "all administrators", ask: lockAdministrators, others: (tx) => lockAccount(tx, "olga") },
  { name: "a study", ask: (tx) => lockStudy(tx, "here"), others: (tx) => lockStudy(tx, "there") },
  {
    name: "attempts that failed before",
    ask: (tx) => lockAttempts(tx, [9, 3]),
    others: (tx) => lockAttempts(tx, [7]),
  },
  {
    name: "first attempts",
    ask: (tx) => lockAttempts(tx, [11, 12]),
    others: (tx) => lockAttempts(tx, [13]),
  },
  { name: "the chain of security events", ask: (tx) => lockSecurityHead(tx, { seq: 0, hash: "", at: 0 }) },
  {
    name: "a browser's pending challenge",
    ask: (tx) => takePending(tx, "ada-newer"),
    others: (tx) => takePending(tx, "ben-only"),
  },
];

describePostgres("locks", (openStore) => {
  let store: MigratableStore;
  beforeAll(async () => {
    store = await openStore();
    await store.tx(async (tx) => {
      for (const rows of [accountRows, otherStudyRows, studyRows("here"), studyRows("there")]) {
        await insertRows(tx, rows);
      }
    });
  });

  const countWaiting = async () => {
    const of = "datname = current_database() and wait_event_type = 'Lock'";
    const rows = await store.alter((run) => run(`select count(*)::int from pg_stat_activity where ${of}`));
    return rows[0]?.[0];
  };

  /** Takes a lock in one transaction, then in a second one meanwhile. @returns both results */
  async function inTwoTransactions(ask: Ask, others?: Ask): Promise<unknown[]> {
    const [holds, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = store.tx(async (tx) => {
      const answer = await ask(tx);
      holds.resolve();
      await released.promise;
      return answer;
    });
    try {
      await holds.promise;
      if (others) await store.tx(others);
      expect(await countWaiting()).toBe(0);
      const second = store.tx(ask);
      await expect.poll(countWaiting).toBe(1);
      released.resolve();
      return await Promise.all([first, second]);
    } finally {
      released.resolve();
    }
  }

  it.each(locks)("of $name serialises two transactions, and blocks no others", async ({ ask, others }) => {
    const [first, second] = await inTwoTransactions(ask, others);
    expect(second).toEqual(first);
  });

  it("let one of two transactions take a pending challenge", async () => {
    await store.tx((tx) => updateSession(tx, "ada-newer", { pending: "a challenge" }));
    expect(await inTwoTransactions((tx) => takePending(tx, "ada-newer"))).toEqual(["a challenge", null]);
  });
});
