import { afterAll, describe, it } from "vitest";
import type { StoreLocation } from "#db/open-store.ts";
import type { EngineName, MigratableStore } from "#db/store/store.ts";
import { pgliteEngine } from "./engine-pglite.ts";
import { postgresEngine } from "./engine-postgres.ts";
import { sqliteEngine } from "./engine-sqlite.ts";

/** A database engine under test. */
export type TestEngine = {
  readonly name: EngineName;
  /** A store on a new, migrated, empty database. The engine closes it at the end, if the test does not. */
  openStore(): Promise<MigratableStore>;
  /**
   * Where another process, or a second store, finds a new database; `empty`: without any table.
   * The stand-in lives inside this process and has no such place.
   */
  readonly newPlace: ((empty?: "empty") => Promise<StoreLocation>) | undefined;
  /** Removes everything this engine made. */
  cleanUp(): Promise<void>;
};

type Suite = (openStore: () => Promise<MigratableStore>, engine: TestEngine) => void;

/**
 * Runs a suite on SQLite and on Postgres: the server of EVENHAND_TEST_POSTGRES (postgres://..., where databases may be
 * created), or a stand-in for it (the word `pglite`). Without it the Postgres half is skipped by name; under CI it fails.
 */
export function describeEngines(name: string, suite: Suite): void {
  describeOn(name, sqliteEngine(), suite);
  const postgres = process.env.EVENHAND_TEST_POSTGRES;
  if (postgres) {
    describeOn(name, postgres === "pglite" ? pgliteEngine() : postgresEngine(postgres), suite);
  } else if (process.env.CI === "true") {
    it(`${name} (postgres)`, () => {
      throw new Error("EVENHAND_TEST_POSTGRES is not set, and under CI both engines must be tested");
    });
  } else {
    describe.skip(`${name} (postgres): skipped, EVENHAND_TEST_POSTGRES is not set`, () =>
      suite(neverOpened, {
        name: "postgres",
        openStore: neverOpened,
        newPlace: neverOpened,
        cleanUp: neverOpened,
      }));
  }
}

/** Runs a suite on the server of EVENHAND_TEST_POSTGRES alone: for what one file does not have. */
export function describePostgres(name: string, suite: Suite): void {
  const server = process.env.EVENHAND_TEST_POSTGRES ?? "";
  if (server.startsWith("postgres")) describeOn(name, postgresEngine(server), suite);
  else
    describe.skip(`${name}: skipped, EVENHAND_TEST_POSTGRES is not set`, () =>
      it("is not tried", neverOpened));
}

function describeOn(name: string, engine: TestEngine, suite: Suite): void {
  describe(`${name} (${engine.name})`, () => {
    afterAll(() => engine.cleanUp());
    suite(() => engine.openStore(), engine);
  });
}

function neverOpened(): Promise<never> {
  return Promise.reject(new Error("this engine is skipped"));
}
