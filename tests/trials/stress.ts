// Runs test files repeatedly on a busy machine, and prints how often each of them failed:
// npm run trial -- stress 20 tests/queue tests/trials/kill.test.ts
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { atEnd, main } from "../../scripts/lib/lifecycle.mjs";
import { makePostgres, NOT_DURABLE } from "../../scripts/lib/postgres.mjs";
import { run, start } from "../../scripts/lib/processes.mjs";

const compute = "for (;;);";
const write = `
  const { openSync, writeSync, fsyncSync } = require("node:fs");
  const [file, bytes] = [openSync(process.argv[1], "w"), Buffer.alloc(10_000_000)];
  for (;;) {
    writeSync(file, bytes, 0, bytes.length, 0);
    fsyncSync(file);
  }`;

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: "passed" | "failed";
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
};

await main(async () => {
  const [runs = "1", ...files] = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), "evenhand-stress-"));
  // PostgreSQL's user must be able to reach its data below this folder.
  chmodSync(folder, 0o711);
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  process.env.EVENHAND_TEST_POSTGRES ||= (await makePostgres(NOT_DURABLE, folder)).url;
  for (let core = 0; core < availableParallelism(); core += 1) start(process.execPath, ["-e", compute]);
  start(process.execPath, ["-e", write, join(folder, "written")]);

  const table: Record<string, { runs: number; failures: number }> = {};
  for (let done = 1; done <= Number(runs); done += 1) {
    const file = join(folder, `${done}.json`);
    const began = performance.now();
    const args = ["run", "--reporter=json", `--outputFile=${file}`, ...files];
    const { output } = await run("vitest", args, { capture: true });
    const report = readReport(file, output);
    for (const { name, status, message, assertionResults } of report.testResults) {
      const row = table[relative(".", name)] ?? { runs: 0, failures: 0 };
      table[relative(".", name)] = row;
      row.runs += 1;
      if (status === "passed") continue;
      row.failures += 1;
      const failed = assertionResults.filter((one) => one.status === "failed");
      const words = failed.map(
        ({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.join("\n")}`,
      );
      console.log(`run ${done}, ${relative(".", name)}: ${[message, ...words].join("\n")}`);
    }
    console.log(`run ${done} took ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  console.table(table);
  return Object.values(table).some(({ failures }) => failures > 0) ? 1 : 0;
});

function readReport(file: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`Vitest ended without a report:\n${output}`, { cause });
  }
}
