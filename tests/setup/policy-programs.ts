import { execFileSync } from "node:child_process";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Features } from "#server/learner/config/spec.ts";
import type { ChanceRule } from "#server/study/policy/chances.ts";
import type { PolicyFile } from "#server/study/policy/policy-file.ts";
import { policyPython } from "#server/study/policy/python.ts";
import { policySql } from "#server/study/policy/sql.ts";
import { findPython } from "./python.ts";

type ChanceRequest = { readonly policy: PolicyFile; readonly people: readonly Features[] };

const peopleOf = ({ policy, people }: ChanceRequest) =>
  people.map((cells) =>
    Object.fromEntries(policy.columns.map(({ name }, index) => [name, cells[index] ?? null])),
  );

/** Computes chances with the generated Python functions: of each policy, by the base rule and the round's rule. */
export function chancesInPython(requests: readonly ChanceRequest[]): [base: number[], round: number[]][] {
  const given = requests.map((one) => ({ source: policyPython(one.policy), people: peopleOf(one) }));
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
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Returns the SQL statements that create the table of people. */
export function peopleTable({ policy, people }: ChanceRequest): string {
  const columns = policy.columns.map(
    ({ name, type }) => `"${name}" ${type === "number" ? "float8" : "varchar"}`,
  );
  const rows = people.map((cells, position) =>
    [position, ...cells.map((cell) => (cell === null ? "NULL" : `'${cell}'`))].join(", "),
  );
  return `CREATE TEMP TABLE people ("position" integer, ${columns.join(", ")}); INSERT INTO people VALUES (${rows.join("), (")})`;
}

let database: Promise<DuckDBConnection> | undefined;

/** Computes chances with the generated SQL in DuckDB. */
export async function chancesInDuckDb(request: ChanceRequest, rules: readonly ChanceRule[]) {
  database ??= DuckDBInstance.create().then((instance) => instance.connect());
  const connection = await database;
  await connection.run("DROP TABLE IF EXISTS people");
  await connection.run(peopleTable(request));
  const found: unknown[][] = [];
  for (const rule of rules) {
    const rows = await (await connection.runAndReadAll(policySql(request.policy, rule))).getRowObjects();
    found.push(rows.map(({ chance }) => chance));
  }
  return found;
}
