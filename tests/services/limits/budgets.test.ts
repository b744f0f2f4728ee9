import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { budgetOf, budgets, networkBudget } from "#server/services/limits/budgets.ts";
import { allProcedures } from "#tests/api/roles.ts";

it("there is a budget for each procedure, by name or by what it does", () => {
  const work = allProcedures().filter(
    ({ path, definition }) => budgetOf(path, definition.type, true) === "work",
  );
  expect(work.map(({ path }) => path).sort()).toEqual([
    "drafts.check",
    "drafts.publish",
    "drafts.records.check",
    "drafts.rehearsal.start",
    "drafts.reread",
    "drafts.start",
    "outcomes.file.check",
    "outcomes.file.confirm",
    "people.file.check",
    "people.file.confirm",
    "rounds.became",
    "rounds.changed",
    "rounds.close",
    "rounds.open",
    "runs.simulate",
    "watching.changedPairs",
    "watching.changes",
    "watching.findings",
    "watching.policy",
    "watching.verdicts",
  ]);
  for (const { path, definition } of allProcedures()) {
    const anonymous = budgetOf(path, definition.type, false);
    expect(["anonymous", "link"]).toContain(anonymous);
  }
});

it("docs/limits.md has the figures that hold", () => {
  const page = readFileSync("docs/limits.md", "utf8");
  for (const [name, { calls }] of Object.entries({ ...budgets, [networkBudget.name]: networkBudget })) {
    expect(page, name).toMatch(new RegExp(`\\| \`${name}\` \\|.*\\| ${calls.toLocaleString("en-GB")} \\|`));
  }
});
