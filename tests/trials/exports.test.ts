import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { dataFileNames } from "#server/analysis/tables/data-file.ts";
import { dictionaryOf } from "#server/analysis/tables/dictionary.ts";
import { tablesOf } from "#server/analysis/tables/tables.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { exportData } from "#server/studies/exports/export-data.ts";
import { exportLog, logHead } from "#server/studies/exports/export-log.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { askingPoints, playRound } from "#tests/setup/play.ts";
import { incomeAbove, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";

/**
 * Reads real exports with the programs they are meant for, which are not part of this project: `npm run trial -- exports`.
 * EVENHAND_TRIAL_PYTHON names the Python that has them. Missing programs are skipped by name.
 */
const python = process.env.EVENHAND_TRIAL_PYTHON ?? "python3";
const rounds = 40;

/** A decision as recorded in the log. */
type Decision = { round: number; person: string; chance: number; selected: boolean; outcome: string | null };

describe("exports, read by other programs", () => {
  const engine = sqliteEngine();
  const folder = mkdtempSync(join(tmpdir(), "evenhand-exports-"));
  const pathOf = (name: string) => join(folder, name);
  let app: TestApp;
  let study: TestStudy;
  let decisions: Decision[];

  beforeAll(async () => {
    app = testApp(await engine.openStore());
    study = await publishedStudy(app, {
      people: madeUpPeople(400),
      rules: { predicates: incomeAbove(20, 40, 60, 80) },
      settings: { ...guardedSettings, ...askingPoints, alphaPoints: "2", closesWithoutPairs: false },
    });
    await play();
    decisions = await loggedDecisions();
    const settings = await app.store.read(async (db) => settingsOf(await requireStudy(db, study.studyId)));
    for (const name of [...dataFileNames(settings), "croissant.json"]) {
      const pieces = (await exportData(app, study.studyId, name))?.pieces ?? [];
      const bytes = Buffer.concat((await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece)));
      // The Croissant file uses the names under which a browser saves files.
      const isDescription = name === "croissant.json";
      writeFileSync(pathOf(name), isDescription ? String(bytes).replaceAll(/-[\w-]{36}-\d+\./g, ".") : bytes);
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
    await engine.cleanUp();
  });

  async function play(): Promise<void> {
    const { studyId, operatorId: accountId } = study;
    const flags = (_a: unknown, _b: unknown, gap: number) => gap > 0.1;
    for (let round = 1; round <= rounds; round += 1) {
      const { people } = await playRound(app, study, [flags, () => round % 2 === 0, flags]);
      const outcomes = people
        .filter(({ selected }) => selected)
        .slice(round === rounds ? 1 : 0)
        .map(({ position }, index) => ({
          ...{ round, position },
          value: (["yes", "no", "yes", "lost"] as const)[(index + round) % 4] ?? "yes",
        }));
      const batch = { studyId, accountId, idempotencyKey: `outcomes ${round}` };
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
    }
  }

  /** Reads decisions from the log's lines alone, without any table. */
  async function loggedDecisions(): Promise<Decision[]> {
    const { seq } = await logHead(app, study.studyId);
    const lines = await Array.fromAsync(exportLog(app, study.studyId, seq), (line) => JSON.parse(line));
    const bodies = (type: string) => lines.filter((line) => line.type === type).map(({ body }) => body);
    const values = new Map(
      bodies("outcome.recorded").map(({ round, position, value }) => [`${round}/${position}`, value]),
    );
    return bodies("round.closed").flatMap(({ round, draw }) => {
      const { people } = bodies("round.opened").find((body) => body.round === round);
      return people.map(({ person, chance }: { person: string; chance: string }, position: number) => ({
        ...{ round, person, chance: Number(chance), selected: draw.decisions[position] === 1 },
        outcome: values.get(`${round}/${position}`) ?? null,
      }));
    });
  }

  const known = () => decisions.filter(({ outcome }) => outcome === "yes" || outcome === "no");

  it("pyarrow finds the promised types, units, meanings and counts", async (context) => {
    skipWithout(context, "pyarrow");
    const settings = await app.store.read(async (db) => settingsOf(await requireStudy(db, study.studyId)));
    const tables = tablesOf(settings);
    const paths = tables.map(({ name }) => pathOf(`${name}.parquet`));
    const { version, files } = printedBy("arrow.py", ...paths);
    const types = {
      ...{ text: "string", integer: "int64", number: "double", boolean: "bool" },
      time: expect.stringMatching(/^timestamp\[ms(, tz=UTC)?\]$/),
    };
    let rowCount = 0;
    for (const table of tables) {
      const found = files[pathOf(`${table.name}.parquet`)];
      const promised = table.columns.map(({ name, type, nullable = false }) => [name, types[type], nullable]);
      expect(found.columns, table.name).toEqual(promised);
      expect(found.table, table.name).toEqual(dictionaryOf(table));
      const csv = (
        await Array.fromAsync((await exportData(app, study.studyId, `${table.name}.csv`))?.pieces ?? [])
      ).length;
      expect(found.rows, table.name).toBe(csv - 1);
      rowCount += found.rows;
    }
    const { chance } = files[pathOf("decisions.parquet")].numbers;
    expect(chance).toEqual(decisions.map((decision) => decision.chance));
    console.log(
      `pyarrow ${version}: ${tables.length} tables, ${rowCount} rows, ${chance.length} chances to the bit`,
    );
  });

  it("mlcroissant loads every table without a warning", async (context) => {
    skipWithout(context, "mlcroissant");
    const { version, warnings, tables } = printedBy("croissant.py", folder);
    expect(warnings).toEqual([]);
    let rowCount = 0;
    for (const [name, rows] of Object.entries<unknown[][]>(tables)) {
      const { pieces } = (await exportData(app, study.studyId, `${name}.csv`)) ?? { pieces: [] };
      expect(rows.length, name).toBe((await Array.fromAsync(pieces)).length - 1);
      rowCount += rows.length;
    }
    // pandas, with which it reads CSV, may change the last bit of a number.
    for (const [index, row] of tables.decisions.entries())
      expect(row[4]).toBeCloseTo(decisions[index]?.chance ?? -1, 14);
    console.log(`mlcroissant ${version}: ${Object.keys(tables).length} tables, ${rowCount} rows`);
  });

  it("NumPy loads the arrays", (context) => {
    skipWithout(context, "numpy");
    const { version, arrays } = printedBy("arrays.py", pathOf("bandit-feedback.npz"));
    const count = known().length;
    expect(count).toBeGreaterThan(50);
    expect(arrays.pscore).toEqual({
      type: "float64",
      shape: [count],
      values: known().map(({ chance }) => chance),
    });
    expect(arrays.reward.values).toEqual(known().map(({ outcome }) => (outcome === "yes" ? 1 : 0)));
    expect(arrays.action).toEqual({ type: "int64", shape: [count], values: known().map(() => 1) });
    expect(arrays.n_rounds).toEqual({ type: "int64", shape: [], values: [count] });
    expect(arrays.person.values).toEqual(known().map(({ person }) => Number(person.slice(1))));
    expect(arrays.context).toMatchObject({ type: "float64", shape: [count, expect.any(Number)] });
    console.log(`NumPy ${version}: ${count} rows, propensities to the bit`);
  });

  it("the Open Bandit Pipeline holds the logged chances and estimates with them", (context) => {
    skipWithout(context, "obp");
    const chance = 0.25;
    const { version, pscore, values } = printedBy("bandit.py", pathOf("bandit-feedback.npz"), String(chance));
    expect(pscore).toHaveLength(known().length);
    for (const [index, decision] of known().entries()) {
      expect(Math.abs(pscore[index] - decision.chance)).toBeLessThan(1e-9);
    }
    const weighted = known().map(({ outcome, chance: p }) => (outcome === "yes" ? chance / p : 0));
    expect(values).toHaveLength(1);
    expect(Math.abs(values[0] - sum(weighted) / weighted.length)).toBeLessThan(1e-9);
    console.log(`Open Bandit Pipeline ${version}: ${pscore.length} propensities, estimate ${values[0]}`);
  });

  // It keeps numbers in 32 bits, so a precision of 1e-9 is impossible: its estimate is compared with ours to 1e-4.
  it("Vowpal Wabbit reads every decision and weighs costs by the logged chances", (context) => {
    const command = vowpalWabbit();
    if (command === undefined) skip(context, `neither vw nor vowpalwabbit for ${python} is installed`);
    const [program = "", ...first] = command ?? [];
    const args = ["-d", pathOf("decisions.vw"), "--cb", "1", "--cb_type", "ips"];
    const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { encoding: "utf8" });
    const said = `${stdout}${stderr}`;
    expect(status, said).toBe(0);
    expect(said).not.toMatch(/malformed|warning/i);
    expect(Number(/number of examples = (\d+)/.exec(said)?.[1]), said).toBe(decisions.length);
    const costs = known().map(({ outcome, chance }) => (outcome === "no" ? 1 / chance : 0));
    const found = Number(/average loss = ([\d.]+)/.exec(said)?.[1]);
    expect(Math.abs(found / (sum(costs) / costs.length) - 1), said).toBeLessThan(1e-4);
    console.log(`Vowpal Wabbit: ${decisions.length} decisions, average cost ${found}`);
  });
});

function printedBy(script: string, ...args: string[]) {
  const path = join(import.meta.dirname, "exports", script);
  const ran = spawnSync(python, ["-B", path, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  expect(ran.status, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout);
}

function skipWithout(context: TestContext, module: string): void {
  if (spawnSync(python, ["-B", "-c", `import ${module}`]).status !== 0)
    skip(context, `${module} is not installed for ${python}`);
}

function skip(context: TestContext, why: string): void {
  console.log(`Not read: ${why}.`);
  context.skip(why);
}

function vowpalWabbit(): string[] | undefined {
  const asModule = [python, "-B", "-m", "vowpalwabbit"];
  return [["vw"], asModule].find(
    ([program = "", ...args]) => spawnSync(program, [...args, "--version"]).status === 0,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
