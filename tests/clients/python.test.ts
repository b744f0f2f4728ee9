import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estimateMean, estimateRound } from "#server/analysis/findings/loss-estimate.ts";
import { wilson } from "#server/analysis/findings/wilson.ts";
import { tablesOf } from "#server/analysis/tables/tables.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { openRecordFile } from "#server/cli/read-record.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { listedStudy } from "#tests/setup/listed-study.ts";
import { askingPoints, playRound } from "#tests/setup/play.ts";
import { findPython } from "#tests/setup/python.ts";
import { madeUpPeople } from "#tests/setup/study.ts";

const python = findPython();

describe("the client for Python", () => {
  const engine = sqliteEngine();
  const folder = mkdtempSync(join(tmpdir(), "evenhand-python-"));
  const record = join(folder, "record.jsonl");
  let app: TestApp;

  beforeAll(async () => {
    app = testApp(await engine.openStore());
    // its record has every part that there is
    const study = await listedStudy(app, {
      people: madeUpPeople(60),
      settings: { ...guardedSettings, ...askingPoints, alphaPoints: "2", closesWithoutPairs: false },
    });
    const { studyId, operatorId: accountId } = study;
    const flags = (_a: unknown, _b: unknown, gap: number) => gap > 0.1;
    for (let round = 1; round <= 6; round += 1) {
      const board = await playRound(app, study, [flags, () => round % 2 === 0, flags]);
      const picked = board.people.filter(({ selected }) => selected);
      const outcomes = picked.slice(round === 6 ? 1 : 0).map(({ position }, index) => ({
        round,
        position,
        value: (["yes", "no", "yes", "lost"] as const)[(index + round) % 4] ?? "yes",
      }));
      const batch = { studyId, accountId, idempotencyKey: `outcomes ${round}` };
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
    }
    await openRound(app, { studyId });
    const { lines } = await exportRecord(app, studyId);
    writeFileSync(record, (await Array.fromAsync(lines)).join(""));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
    await engine.cleanUp();
  });

  function run(script: string, ...args: string[]) {
    const source = `import sys; sys.path.insert(0, "clients/python/src")\n${script}`;
    return spawnSync(python, ["-B", "-c", source, ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
  }
  const printed = (script: string, ...args: string[]): unknown => {
    const { stdout, stderr } = run(script, ...args);
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };
  /** By column, as the program's own tables have them. */
  const ownRows = async (name: string) => {
    const { settings, source } = openRecordFile(record);
    const table = tablesOf(settings).find((one) => one.name === name);
    if (table === undefined) throw new Error(`there is no table ${name}`);
    const rows = await Array.fromAsync(table.rows(source));
    return rows.map((row) => Object.fromEntries(table.columns.map((column, i) => [column.name, row[i]])));
  };

  it("makes the same tables", async () => {
    const { settings } = openRecordFile(record);
    const definitions = tablesOf(settings);
    const names = definitions.map(({ name }) => name);
    const found = printed(
      "import json; from evenhand import Study; s = Study.from_record(sys.argv[1]); print(json.dumps({n: [s.rows(n).columns, s.rows(n)] for n in s.tables}))",
      record,
    ) as Record<string, unknown>;
    expect(Object.keys(found).sort()).toEqual(names.toSorted());
    for (const { name, columns } of definitions) {
      const expected = await ownRows(name);
      expect(expected.length, name).toBeGreaterThan(0);
      expect(found[name], name).toEqual([
        Object.fromEntries(columns.map((column) => [column.name, column.type])),
        expected,
      ]);
    }
  });

  it("shows a study and a table in a notebook, with every cell escaped, and asks for pandas or polars", () => {
    const script = `import json, sys; sys.modules["pandas"] = sys.modules["polars"] = None
from evenhand import Study, Table
s = Study.from_record(sys.argv[1])
try: s.frame("chances")
except ImportError as error: said = str(error)
evil = Table("evil", {"a": "text"}, [{"a": "<script>"}])
print(json.dumps([repr(s), s._repr_html_(), repr(s.rows("draws")), evil._repr_html_(), said]))`;
    const [study, html, table, evil, said] = printed(script, record) as string[];
    const { head } = openRecordFile(record);
    expect(study).toMatch(
      new RegExp(`^<Study id [0-9a-f-]{36}, entries ${head.seq}, closed rounds 6, head ${head.hash}>$`),
    );
    expect(html).toContain("<tr><td>closed rounds</td><td>6</td></tr>");
    expect(table).toMatch(/^<draws: 6 rows of seq, round, counts/);
    expect(evil).toContain("<td>&lt;script&gt;</td>");
    expect(said).toBe("Install pandas or polars for data frames, or use rows().");
  });

  it("goes from a record to figures in one program", async () => {
    const { stdout, status } = spawnSync(python, ["-B", "clients/python/figures.py", record], {
      encoding: "utf8",
    });
    expect(status).toBe(0);
    const [head, error, reports, ...frontier] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(head.head).toBe(openRecordFile(record).head.hash);

    const byRound = [...Map.groupBy(await ownRows("decisions"), ({ round }) => round).values()];
    const settled = byRound
      .filter((rows) => rows.every(({ outcome }) => outcome !== "pending"))
      .map((rows) => ({
        size: rows.length,
        ...estimateRound({
          people: rows.map(({ chance, selected, outcome }) => ({
            chance: Number(chance),
            selected: selected === true,
            label: outcome === "yes" ? 1 : outcome === "no" ? 0 : outcome === "lost" ? "lost" : null,
          })),
        }),
      }));
    expect(settled).toHaveLength(5);
    const mean = estimateMean(settled);
    expect(error).toMatchObject({ name: "error", rounds: 5 });
    expect(error.value).toBeCloseTo(mean.mean, 12);
    // the program's own quantiles come from a table of three digits
    expect(error.interval[0]).toBeCloseTo(mean.interval?.low ?? -1, 3);
    expect(error.interval[1]).toBeCloseTo(mean.interval?.high ?? -1, 3);

    const pairs = await ownRows("pairs");
    const reportedRounds = new Set(pairs.filter(({ reported }) => reported).map(({ round }) => round)).size;
    expect(reportedRounds).toBeGreaterThan(0);
    const { low, high } = wilson(reportedRounds, 6);
    expect(reports).toMatchObject({ name: "report rate", value: reportedRounds / 6, rounds: 6 });
    expect(reports.interval[0]).toBeCloseTo(low, 12);
    expect(reports.interval[1]).toBeCloseTo(high, 12);

    expect(frontier).toEqual(
      [1, 2, 3].map((needed) => {
        const over = pairs.filter(({ unfair }) => Number(unfair) >= needed);
        return {
          needed_flags: needed,
          reported_pairs: over.length,
          rounds_with_a_report: new Set(over.map(({ round }) => round)).size,
          rounds: 6,
        };
      }),
    );
  });

  it("knows the quantiles of Student's t", () => {
    const found = printed(
      "import json; from evenhand.estimates import student_quantile; print(json.dumps([student_quantile(n) for n in (1, 2, 10, 30, 200)]))",
    );
    const table = [12.706205, 4.302653, 2.228139, 2.042272, 1.971896];
    for (const [index, quantile] of (found as number[]).entries()) {
      expect(quantile).toBeCloseTo(table[index] ?? 0, 5);
    }
  });

  const load = `
from evenhand import RecordError, Study
for one in sys.argv[1:]:
  path, *kept = one.split("#")
  try:
    Study.from_record(path, *([(int(kept[0]), kept[1])] if kept else []))
    print("whole")
  except RecordError as error:
    print(error)`;

  const anotherList = /^list of rules: the log names [0-9a-f]{64}, but the file has ([0-9a-f]{64}|none)$/;
  /** A record with another list, and a manifest that fits it. */
  const withRules = (all: readonly string[], change: ((text: string) => string) | number | null) => {
    const [first = "", ...rest] = all;
    const rules = typeof change === "function" ? change(JSON.parse(first).rules) : change;
    const part = rules === null ? [] : [canonicalJson({ rules })];
    const { manifest } = JSON.parse(rest.at(-1) ?? "");
    const rulesHash = sha256Hex(part.map((line) => `${line}\n`).join(""));
    const fitting = canonicalJson({ manifest: { ...manifest, rules: part.length, rulesHash } });
    return [...part, ...rest.slice(0, -1), fitting];
  };

  it("refuses a record that was changed, cut off or rewritten, and names the place", () => {
    const lines = readFileSync(record, "utf8").trimEnd().split("\n");
    const first = lines.findIndex((line) => line.includes('"seq":1,'));
    const altered = (name: string, change: (lines: string[]) => string[], end = "\n") => {
      const path = join(folder, name);
      writeFileSync(path, change([...lines]).join("\n") + end);
      return path;
    };
    const { head } = openRecordFile(record);
    const cases: [path: string, says: string | RegExp][] = [
      [record, "whole"],
      [
        altered("spaced", (all) =>
          all.map((line, i) => (i === first + 4 ? line.replace('"at":', '"at": ') : line)),
        ),
        /^entry 6: expected the previous hash [0-9a-f]{64}, found/,
      ],
      [
        altered("newer", (all) =>
          all.map((line, i) => (i === first + 4 ? line.replace('"v":1}', '"v":2}') : line)),
        ),
        "entry 5: format 2 is not supported, expected 1",
      ],
      [altered("gone", (all) => all.toSpliced(first + 4, 1)), /^entry 5: found the number 6/],
      [altered("cut", (all) => all.slice(0, -1)), "the file ends without a manifest: it is incomplete"],
      [altered("torn", (all) => all, ""), "the file ends within a line: it is incomplete"],
      [
        altered("more", (all) => [...all, "{}"]),
        `line ${lines.length + 1}: unexpected line after the manifest`,
      ],
      [altered("person", (all) => all.toSpliced(1, 1)), /^manifest: people is \d+, but the file has/],
      [altered("list", (all) => all.toSpliced(0, 1)), /^manifest: rules is 1, but the file has 0/],
      [altered("rule", (all) => withRules(all, (text) => text.replace("\n0\n", "\n1\n"))), anotherList],
      [altered("no-list", (all) => withRules(all, null)), anotherList],
      [altered("no-rules", (all) => withRules(all, 7)), "line 1: expected a part of a list of rules"],
      [`${record}#${head.seq}#${head.hash}`, "whole"],
      [`${record}#${head.seq - 1}#${head.hash}`, /the log was rewritten$/],
    ];
    const { stdout, stderr } = run(load, ...cases.map(([path]) => path));
    expect(stderr).toBe("");
    const said = stdout.trimEnd().split("\n");
    expect(said).toHaveLength(cases.length);
    for (const [index, [, says]] of cases.entries()) expect(said[index]).toMatch(says);
  });
});
