import { afterAll } from "vitest";
import { type TestApp, testApp } from "./app.ts";
import { sqliteEngine } from "./engine-sqlite.ts";

/** Opens an application on a new SQLite database for one test file, at the file's top level. */
export async function sqliteApp(): Promise<TestApp> {
  const engine = sqliteEngine();
  afterAll(() => engine.cleanUp());
  return testApp(await engine.openStore());
}
