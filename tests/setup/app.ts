import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { insertAccount } from "#db/queries/accounts.ts";
import type { Store } from "#db/store/store.ts";
import { openPool } from "#server/jobs/pool.ts";
import { ensureAccount } from "#server/services/accounts/ensure-account.ts";
import type { App } from "#server/services/app/app.ts";

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

/** 32 bytes as hex that are always the same for the same words. */
export function fixedBytes(...words: (string | number)[]): string {
  return createHash("sha256").update(words.join("/")).digest("hex");
}

const fixedSecrets = { sessionSecret: fixedBytes("session secret"), seedMaster: fixedBytes("seed master") };

/** The application's parts around a real store. Clock, ids and secrets repeat from run to run, so draws do too. */
export function testApp(store: Store, secrets: App["secrets"] = fixedSecrets): TestApp {
  const clock = testClock();
  const pool = openPool();
  let ids = 0;
  const newId = () => {
    ids += 1;
    return v7({ msecs: clock.now(), random: Buffer.from(fixedBytes("id", ids), "hex") });
  };
  let secretCount = 0;
  const newSecret = () => {
    secretCount += 1;
    return fixedBytes("secret", secretCount);
  };
  return {
    newSecret,
    mailer: null,
    store,
    pool,
    clock,
    now: clock.now,
    newId,
    secrets,
    close: async () => {
      await pool.close();
      await store.close();
    },
  };
}

/** An account that can be named in memberships; without a password nobody can sign in with it. */
export async function addAccount(
  app: App,
  name: string,
  platformRole: "administrator" | "operator" | "member" = "member",
  password?: string,
): Promise<string> {
  const account = { email: emailOf(name), displayName: name, platformRole };
  if (password !== undefined) return ensureAccount(app, { ...account, password });
  const id = app.newId();
  const row = { ...account, id, passwordHash: "no password", createdAt: app.now() };
  await app.store.tx((tx) => insertAccount(tx, row));
  return id;
}

export function emailOf(name: string): string {
  return `${name}@example.org`;
}
