import { afterAll, describe, expect, it } from "vitest";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { postgresEngine } from "#tests/setup/engine-postgres.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { diskFaults } from "./faults/disk-faults.ts";
import type { Told } from "./faults/fault.ts";
import { fileFaults } from "./faults/file-faults.ts";
import { postgresFaults } from "./faults/postgres-faults.ts";
import { processFaults } from "./faults/process-faults.ts";

/** Only what is cheap and tried nowhere else; `npm run trial -- faults` goes through all of them. */
const isWhole = process.env.EVENHAND_TRIAL_FAULTS !== undefined;
const faults = [...diskFaults, ...fileFaults, ...processFaults, ...postgresFaults].filter(
  ({ isShort }) => isWhole || isShort,
);

const engines = {
  sqlite: sqliteEngine,
  postgres: () => postgresEngine(process.env.EVENHAND_TEST_POSTGRES ?? ""),
};

describe("auditors are told the truth, and nothing that was acknowledged is lost", () => {
  const rows: string[][] = [];
  afterAll(() => {
    if (isWhole) console.log(textTable(["fault", "", "acknowledged", "kept", "seen"], rows));
  });

  it.each(faults)("$name ($engine)", async ({ name, engine: on, run }) => {
    const engine = engines[on]();
    try {
      const told: Told = await run(engine);
      rows.push([name, on, String(told.acknowledged), String(told.kept), told.seen]);
      expect(told.acknowledged).toBeGreaterThan(0);
      expect(told.kept).toBe(told.acknowledged);
    } finally {
      await engine.cleanUp();
    }
  });
});
