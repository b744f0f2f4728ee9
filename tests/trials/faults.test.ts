import { afterAll, describe, expect, it } from "vitest";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { postgresEngine } from "#tests/setup/engine-postgres.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { diskFaults } from "./faults/disk-faults.ts";
import type { FaultResult } from "./faults/fault.ts";
import { fileFaults } from "./faults/file-faults.ts";
import { postgresFaults } from "./faults/postgres-faults.ts";
import { processFaults } from "./faults/process-faults.ts";

/** Only cheap faults that no other test covers; `npm run trial -- faults` runs all of them. */
const isWhole = process.env.EVENHAND_TRIAL_FAULTS !== undefined;
const faults = [...diskFaults, ...fileFaults, ...processFaults, ...postgresFaults].filter(
  ({ isShort }) => isWhole || isShort,
);

const engines = {
  sqlite: sqliteEngine,
  postgres: () => postgresEngine(process.env.EVENHAND_TEST_POSTGRES ?? ""),
};

describe("errors are reported correctly, and nothing acknowledged is lost", () => {
  const rows: string[][] = [];
  afterAll(() => {
    if (isWhole) console.log(textTable(["fault", "", "acknowledged", "kept", "seen"], rows));
  });

  it.each(faults)("$name ($engine)", async ({ name, engine: on, run }) => {
    const engine = engines[on]();
    try {
      const result: FaultResult = await run(engine);
      rows.push([name, on, String(result.acknowledged), String(result.kept), result.seen]);
      expect(result.acknowledged).toBeGreaterThan(0);
      expect(result.kept).toBe(result.acknowledged);
    } finally {
      await engine.cleanUp();
    }
  });
});
