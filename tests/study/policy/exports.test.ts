import { execFileSync } from "node:child_process";
import { DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";
import { expect, it } from "vitest";
import { chanceRules, policyChances } from "#server/study/policy/chances.ts";
import { policyPython } from "#server/study/policy/python.ts";
import { policySql } from "#server/study/policy/sql.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { type MadePolicy, madePolicies, specsOfEveryLearner } from "#tests/setup/played-policies.ts";
import { findPython } from "#tests/setup/python.ts";

const played = specsOfEveryLearner.map(({ name, spec }) => ({
  name,
  made: madePolicies(spec)[3] as MadePolicy,
}));

const peopleOf = ({ policy, people }: MadePolicy) =>
  people.map((cells) =>
    Object.fromEntries(policy.columns.map(({ name }, index) => [name, cells[index] ?? null])),
  );

const expected = ({ policy, people }: MadePolicy) =>
  chanceRules.map((rule) => policyChances(policy, people, rule).map(Number));

it("gives the same chances as a generated function of Python, to the last bit", () => {
  const given = played.map(({ made }) => ({ source: policyPython(made.policy), people: peopleOf(made) }));
  const script = `import json, sys
for one in json.load(sys.stdin):
    space = {}
    exec(one["source"], space)
    print(json.dumps([space["chances"](one["people"], rule) for rule in ("base", "round")]))`;
  const out = execFileSync(findPython(), ["-I", "-c", script], {
    input: JSON.stringify(given),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const found = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const [index, { name, made }] of played.entries()) expect(found[index], name).toEqual(expected(made));
});

/** Statements that make the table of people. */
function tableOf({ policy, people }: MadePolicy): string {
  const columns = policy.columns.map(
    ({ name, type }) => `"${name}" ${type === "number" ? "float8" : "varchar"}`,
  );
  const rows = people.map((cells, position) =>
    [position, ...cells.map((cell) => (cell === null ? "NULL" : `'${cell}'`))].join(", "),
  );
  return `CREATE TEMP TABLE people ("position" integer, ${columns.join(", ")}); INSERT INTO people VALUES (${rows.join("), (")})`;
}

it("gives the same chances in DuckDB, to the last bit", async () => {
  const database = await (await DuckDBInstance.create()).connect();
  for (const { name, made } of played) {
    await database.run("DROP TABLE IF EXISTS people");
    await database.run(tableOf(made));
    for (const [index, rule] of chanceRules.entries()) {
      const rows = await (await database.runAndReadAll(policySql(made.policy, rule))).getRowObjects();
      const found = rows.map(({ chance }) => chance);
      expect(found, `${name}, ${rule}`).toEqual(expected(made)[index]);
    }
  }
});

describePostgres("SQL of a policy", (_, engine) => {
  it("gives the same chances, to the last bit", async () => {
    const { databaseUrl } = await engine.newPlace("empty");
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const { name, made } of played) {
      await client.query("DROP TABLE IF EXISTS people");
      await client.query(tableOf(made));
      for (const [index, rule] of chanceRules.entries()) {
        const { rows } = await client.query(policySql(made.policy, rule));
        const found = rows.map(({ chance }) => chance);
        expect(found, `${name}, ${rule}`).toEqual(expected(made)[index]);
      }
    }
    await client.end();
  });
});
