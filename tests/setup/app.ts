import { createHash } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { v7 } from "uuid";
import { insertAccount } from "#db/queries/accounts.ts";
import type { Store } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import { withRuleLists } from "#server/platform/app/rule-lists.ts";
import { openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { Marks } from "#server/platform/high-water-mark/files.ts";
import { requestedJobsQueue } from "#server/queue/in-process-queue.ts";
import { openPool, type WorkerPool } from "#server/workers/pool.ts";
import { newMarksFolder } from "./marks-folder.ts";

/** A clock that a test moves; each reading is one millisecond later, so that times differ. */
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

/** Makes 32 bytes as hex, always the same for the same words. */
export function fixedBytes(...words: (string | number)[]): string {
  return createHash("sha256").update(words.join("/")).digest("hex");
}

export const fixedSecrets = {
  sessionSecret: fixedBytes("session secret"),
  accountKey: fixedBytes("account key"),
  seedMaster: fixedBytes("seed master"),
  checkpointKey: fixedBytes("checkpoint key"),
};

/** One pool for all tests of a process: its tasks are pure functions, and each pool takes a while to load them. */
let pool: WorkerPool | undefined;

/** Makes the application around a real store. Clock, ids and secrets are equal in each run, so draws are too. */
export function testApp(store: Store, secrets: App["secrets"] = fixedSecrets): TestApp {
  const clock = testClock();
  pool ??= openPool();
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
    marks: new Marks(newMarksFolder()),
    newSecret,
    mailer: null,
    witnesses: [],
    beacon: null,
    store,
    pool: withRuleLists(pool, store),
    clock,
    now: clock.now,
    timekeeper: testTimekeeper(clock),
    work: { queue: requestedJobsQueue },
    newId,
    secrets,
    close: () => store.close(),
  };
}

/** Makes an application with real clocks next to a server on the same database: otherwise leases would seem expired. */
export async function testAppBeside(store: Store, secrets: App["secrets"]): Promise<TestApp> {
  const clocks = { limitMs: 3_600_000, store, now: Date.now, passed: () => performance.now() };
  return { ...testApp(store, secrets), now: Date.now, timekeeper: await openTimekeeper(clocks) };
}

/** A timekeeper by the test's clock, whose jumps it accepts, so that leases expire when the test moves the clock. */
export function testTimekeeper(clock: TestClock): App["timekeeper"] {
  return { limitMs: 3_600_000, steady: clock.now, aheadBy: () => 0, look: async () => undefined };
}

type PlatformRole = "administrator" | "operator" | "member";

/** Adds an account for memberships; without a password it cannot sign in. */
export function addAccount(
  app: AccountsParts,
  name: string,
  platformRole: PlatformRole = "member",
  password?: string,
): Promise<string> {
  return insertPerson(app, { email: emailOf(name), displayName: name, platformRole }, password);
}

/** The parts of the application that are needed to make an account. */
type AccountsParts = Pick<App, "store" | "newId" | "now">;

/** Adds an account with all of the person's data given. */
export async function insertPerson(
  app: AccountsParts,
  person: { email: string; displayName: string; platformRole: PlatformRole },
  password?: string,
): Promise<string> {
  const passwordHash = password === undefined ? "no password" : await quickHash(password);
  const id = app.newId();
  await app.store.tx((tx) => insertAccount(tx, { ...person, id, passwordHash, createdAt: app.now() }));
  return id;
}

/** Hashes a password at the lowest cost. A hash is verified at the cost with which it was made. */
export function quickHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}

export function emailOf(name: string): string {
  return `${name}@example.org`;
}
