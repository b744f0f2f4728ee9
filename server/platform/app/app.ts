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
import { marksFolder } from "#server/platform/high-water-mark/settings.ts";
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

/** What every use case is given: the database, the secrets, long work, the clock and a maker of ids. */
export type App = {
  readonly store: Store;
  readonly secrets: Secrets;
  /** How far each study is, outside the database. */
  readonly marks: Marks;
  readonly pool: WorkerPool;
  /** null: mail is not set up, and people copy what would be sent. */
  readonly mailer: Mailer | null;
  /** Who cosigns checkpoints; none: nobody does. */
  readonly witnesses: readonly Witness[];
  /** Where public numbers come from; null: nowhere, and draws of new studies rest on none. */
  readonly beacon: Beacon | null;
  /** Where work goes that no request waits for. */
  readonly work: JobQueueSlot<App>;
  /** UTC milliseconds by this machine's clock. It may be set at any moment: for what must not mind, see the next. */
  readonly now: () => number;
  readonly timekeeper: Timekeeper;
  /** UUIDv7: later ids sort later. */
  readonly newId: () => string;
  /** 32 random bytes as hex: salts and keys of the log's commitments. */
  readonly newSecret: () => string;
};

/** One a process. The first call opens and migrates the database; a failed opening is tried again by the next call. */
export function getApp(): Promise<App> {
  const slot = processWide<{ app: Promise<App> | undefined }>("app", () => ({ app: undefined }));
  slot.app ??= openApp().catch((error) => {
    slot.app = undefined;
    throw error;
  });
  return slot.app;
}

/** For programs that end: gives up the workers and the database of {@link getApp}. */
export async function closeApp(): Promise<void> {
  const app = await getApp();
  await app.pool.close();
  await flushMarks(app);
  await app.store.close();
}

/**
 * The database of this server, and the marks it was held against before anything was written.
 *
 * @throws StartError, StoreError
 */
export async function openMarkedStore(check = refuseBehind): Promise<{ store: Store; marks: Marks }> {
  const marks = new Marks(marksFolder(dataFolder()));
  return { store: await openStore(storeLocation(), (store) => check(store, marks)), marks };
}

/** For the command that accepts what is lost: a database that is behind its marks is opened as well. */
export function openAppAnyway(): Promise<App> {
  return openApp(async () => undefined);
}

/** Where the data are kept, as it is set. */
export function storeLocation(): StoreLocation {
  return { dataFolder: dataFolder(), databaseUrl: setting("DATABASE_URL") ?? undefined };
}

/** EVENHAND_DATA, or ./data. */
export function dataFolder(): string {
  // The comment keeps the bundler from taking the whole project along because of a path it cannot foresee.
  return resolve(/* turbopackIgnore: true */ process.cwd(), setting("EVENHAND_DATA"));
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
