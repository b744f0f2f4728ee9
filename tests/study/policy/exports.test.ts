import pg from "pg";
import { expect, it } from "vitest";
import { chanceRules, policyChances } from "#server/study/policy/chances.ts";
import { policySql } from "#server/study/policy/sql.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { type MadePolicy, madePolicies, specsOfEveryLearner } from "#tests/setup/played-policies.ts";
import { chancesInDuckDb, chancesInPython, peopleTable } from "#tests/setup/policy-programs.ts";

const played = specsOfEveryLearner.map(({ name, spec }) => ({
  name,
  made: madePolicies(spec)[3] as MadePolicy,
}));

const expected = ({ policy, people }: MadePolicy) =>
  chanceRules.map((rule) => policyChances(policy, people, rule).map(Number));

it("gives the same chances as a generated function of Python, to the last bit", () => {
  const found = chancesInPython(played.map(({ made }) => made));
  for (const [index, { name, made }] of played.entries()) expect(found[index], name).toEqual(expected(made));
});

it("gives the same chances in DuckDB, to the last bit", async () => {
  for (const { name, made } of played)
    expect(await chancesInDuckDb(made, chanceRules), name).toEqual(expected(made));
});

describePostgres("SQL of a policy", (_, engine) => {
  it("gives the same chances, to the last bit", async () => {
    const { databaseUrl } = await engine.newPlace("empty");
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const { name, made } of played) {
      await client.query("DROP TABLE IF EXISTS people");
      await client.query(peopleTable(made));
      for (const [index, rule] of chanceRules.entries()) {
        const { rows } = await client.query(policySql(made.policy, rule));
        const found = rows.map(({ chance }) => chance);
        expect(found, `${name}, ${rule}`).toEqual(expected(made)[index]);
      }
    }
    await client.end();
  });
});
