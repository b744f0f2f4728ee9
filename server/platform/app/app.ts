import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { v7 } from "uuid";
import { openStore, type StoreLocation } from "#db/open-store.ts";
import type { Store } from "#db/store/store.ts";
import { withRuleLists } from "#server/platform/app/rule-lists.ts";
import { type Beacon, readBeacon } from "#server/platform/beacons/settings.ts";
import { Marks } from "#server/platform/high-water-mark/files.ts";
import { flushMarks } from "#server/platform/high-water-mark/record-marks.ts";
import { refuseBehind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { checkHeads } from "#server/platform/integrity/find-damage.ts";
import { type Mailer, openMailer } from "#server/platform/mail/mailer.ts";
import { readMailSettings } from "#server/platform/mail/settings.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { setting } from "#server/platform/process/settings.ts";
import type { Secrets } from "#server/platform/secrets/secrets.ts";
import { readWitnesses, type Witness } from "#server/platform/witnesses/settings.ts";
import { openPool, type WorkerPool } from "#server/workers/pool.ts";
import { type JobQueueSlot, noopQueue } from "./job-queue.ts";
import { measured } from "./measured-store.ts";
import { openSecrets } from "./own-secrets.ts";
import { openTimekeeper, type Timekeeper } from "./timekeeper.ts";

/** What every use case gets: the database, the secrets, worker threads, the clock and an id generator. */
export type App = {
  readonly store: Store;
  readonly secrets: Secrets;
  /** The high-water mark of each study, kept outside the database. */
  readonly marks: Marks;
  readonly pool: WorkerPool;
  /** null: mail is not set up, and users copy the text that would be sent. */
  readonly mailer: Mailer | null;
  /** The witnesses that cosign checkpoints; empty if there are none. */
  readonly witnesses: readonly Witness[];
  /** The source of public random numbers. null: no beacon is set, and draws of new studies do not depend on one. */
  readonly beacon: Beacon | null;
  readonly work: JobQueueSlot<App>;
  /**
   * UTC milliseconds by this machine's clock, which may be reset at any moment. Use `timekeeper` where that matters.
   */
  readonly now: () => number;
  readonly timekeeper: Timekeeper;
  /** UUIDv7: later ids sort later. */
  readonly newId: () => string;
  /** 32 random bytes as hex: salts and keys of the log's commitments. */
  readonly newSecret: () => string;
};

/**
 * Returns the one application of this process. The first call opens and migrates the database; if that fails, the next
 * call tries again.
 */
export function getApp(): Promise<App> {
  const slot = processWide<{ app: Promise<App> | undefined }>("app", () => ({ app: undefined }));
  slot.app ??= openApp().catch((error) => {
    slot.app = undefined;
    throw error;
  });
  return slot.app;
}

/** Closes the worker threads and the database of {@link getApp}, for programs that end. */
export async function closeApp(): Promise<void> {
  const app = await getApp();
  await app.pool.close();
  await flushMarks(app);
  await app.store.close();
}

/**
 * Opens this server's database and checks it against the high-water marks before anything is written.
 *
 * @throws StartError, StoreError
 */
export async function openMarkedStore(check = refuseBehind): Promise<{ store: Store; marks: Marks }> {
  const marks = new Marks(marksFolder());
  return { store: await openStore(storeLocation(), (store) => check(store, marks)), marks };
}

/**
 * Opens the application even if the database is behind its high-water marks, for the command that accepts lost data.
 */
export function openAppAnyway(): Promise<App> {
  return openApp(async () => undefined);
}

export function storeLocation(): StoreLocation {
  return { dataFolder: dataFolder(), databaseUrl: setting("DATABASE_URL") ?? undefined };
}

/** The data folder: EVENHAND_DATA, or ./data. */
export function dataFolder(): string {
  // The comment stops the bundler from including the whole project because of a path it cannot resolve.
  return resolve(/* turbopackIgnore: true */ process.cwd(), setting("EVENHAND_DATA"));
}

/** The folder of the high-water marks: EVENHAND_MARKS, or a folder in the data folder. */
function marksFolder(): string {
  return resolve(/* turbopackIgnore: true */ setting("EVENHAND_MARKS") || `${dataFolder()}/marks`);
}

/** @internal */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

async function openApp(check = refuseBehind): Promise<App> {
  const mail = readMailSettings();
  const mailer = mail && openMailer(mail);
  const witnesses = readWitnesses();
  const beacon = readBeacon();
  const opened = await openMarkedStore(check);
  const store = measured(opened.store);
  const clocks = {
    limitMs: 1_000 * setting("EVENHAND_CLOCK_LIMIT"),
    store,
    now: Date.now,
    passed: () => performance.now(),
  };
  const parts = Promise.all([openSecrets(store, dataFolder()), openTimekeeper(clocks)]);
  const [secrets, timekeeper] = await parts.catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  await checkHeads(store);
  const outside = { mailer, witnesses, beacon };
  return {
    store,
    marks: opened.marks,
    secrets,
    work: { queue: noopQueue },
    pool: withRuleLists(openPool(), store),
    ...outside,
    now: Date.now,
    timekeeper,
    newId: () => v7(),
    newSecret,
  };
}
