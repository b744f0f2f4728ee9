import { afterAll, describe, it } from "vitest";
import type { StoreLocation } from "#db/open-store.ts";
import type { EngineName, MigratableStore } from "#db/store/store.ts";
import { postgresEngine } from "./engine-postgres.ts";
import { sqliteEngine } from "./engine-sqlite.ts";
import { isFullRun } from "./tier.ts";

/** A database engine under test. */
export type TestEngine = {
  readonly name: EngineName;
  /** Opens a store on a new, migrated, empty database. The engine closes it at the end, if the test does not. */
  openStore(): Promise<MigratableStore>;
  /** Makes a new database that another process, or a second store, can open; `empty`: without any table. */
  newPlace(empty?: "empty"): Promise<StoreLocation>;
  /** Removes everything this engine made. */
  cleanUp(): Promise<void>;
};

/** An asynchronous suite opens its database while the tests are collected; the engine closes it at the end. */
type Suite = (openStore: () => Promise<MigratableStore>, engine: TestEngine) => void | Promise<void>;

/** Runs a suite on SQLite, and on PostgreSQL where `describePostgres` does. */
export function describeEngines(name: string, suite: Suite): void {
  describeReads(name, suite);
  describePostgres(name, suite);
}

/**
 * Runs a suite on SQLite alone, for what is computed from the answers of queries:
 * `tests/db/queries/every-query.test.ts` shows that each query answers the same on PostgreSQL.
 * Services that write the rows first have a test of their own on both.
 */
export function describeReads(name: string, suite: Suite): void {
  describeOn(name, sqliteEngine(), suite);
}

/**
 * Runs a suite on the PostgreSQL server of EVENHAND_TEST_POSTGRES (postgres://..., where databases may be created).
 * Without it a full run fails, and any other run leaves the suite out:
 * see docs/decisions/0017-test-with-real-databases-servers-and-browsers.md.
 */
export function describePostgres(name: string, suite: Suite): void {
  const server = process.env.EVENHAND_TEST_POSTGRES;
  if (server) describeOn(name, postgresEngine(server), suite);
  else if (isFullRun) {
    it(`${name} (postgres)`, () => {
      throw new Error("EVENHAND_TEST_POSTGRES is not set, and a full run tests both databases.");
    });
  }
}

function describeOn(name: string, engine: TestEngine, suite: Suite): void {
  describe(`${name} (${engine.name})`, () => {
    afterAll(() => engine.cleanUp());
    return suite(() => engine.openStore(), engine);
  });
}
