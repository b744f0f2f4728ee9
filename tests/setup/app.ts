import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import { insertAccount } from "#db/queries/accounts.ts";
import type { Store } from "#db/store.ts";
import { openPool } from "#server/jobs/pool.ts";
import type { App } from "#server/services/app.ts";

/** A clock that a test moves; every look at it is one millisecond later, so that times differ. */
export type TestClock = { now: () => number; advance: (milliseconds: number) => void };

export function testClock(start = Date.UTC(2026, 0, 5, 9)): TestClock {
  let time = start;
  return {
    now: () => {
      time += 1;
      return time;
    },
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

export type TestApp = App & { clock: TestClock; close: () => Promise<void> };

/** The application's parts around a real store, with secrets of its own and a clock in the test's hand. */
export function testApp(store: Store): TestApp {
  const clock = testClock();
  const pool = openPool();
  return {
    store,
    pool,
    clock,
    now: clock.now,
    newId: v7,
    secrets: {
      sessionSecret: randomBytes(32).toString("hex"),
      seedMaster: randomBytes(32).toString("hex"),
    },
    close: async () => {
      await pool.close();
      await store.close();
    },
  };
}

/** An account that can be named in memberships; nobody can sign in with its password. */
export async function addAccount(
  app: App,
  name: string,
  platformRole: "administrator" | "operator" | "member" = "member",
): Promise<string> {
  const id = app.newId();
  await app.store.tx((tx) =>
    insertAccount(tx, {
      id,
      email: `${name}@example.org`,
      displayName: name,
      passwordHash: "no password",
      platformRole,
      createdAt: app.now(),
    }),
  );
  return id;
}
