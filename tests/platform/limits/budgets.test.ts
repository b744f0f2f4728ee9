import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { budgetOf, budgets, makingBudget, networkBudget } from "#server/platform/limits/budgets.ts";
import { allProcedures } from "#tests/http/roles.ts";

it("there is a budget for each procedure, by name or by what it does", () => {
  const work = allProcedures().filter(
    ({ path, definition }) => budgetOf(path, definition.type, true) === "work",
  );
  expect(work.map(({ path }) => path).sort()).toEqual([
    "drafts.check",
    "drafts.publish",
    "drafts.records.check",
    "drafts.reread",
    "drafts.start",
    "outcomes.file.check",
    "outcomes.file.confirm",
    "people.file.check",
    "people.file.confirm",
    "report.read",
    "report.shared",
    "results.changedPairs",
    "results.changes",
    "results.distances",
    "results.findings",
    "results.groups",
    "results.modelCard",
    "results.panelRehearsal.start",
    "results.policy",
    "results.policyChances",
    "results.policyChancesOfFile",
    "results.policyFile",
    "results.verdicts",
    "rounds.changed",
    "rounds.close",
    "rounds.open",
    "simulations.rehearse",
    "simulations.simulate",
  ]);
  const named = (name: string) =>
    allProcedures().flatMap(({ path, definition }) =>
      budgetOf(path, definition.type, true) === name ? [path] : [],
    );
  expect(named("verdicts").sort()).toEqual(["ballots.remark", "ballots.save"]);
  expect(named("link")).toEqual([]);
  expect([
    budgetOf("studies.read", "query", true),
    budgetOf("studies.rename", "mutation", true),
    budgetOf("results.events", "subscription", true),
    budgetOf("accounts.resetPassword", "mutation", true),
  ]).toEqual(["read", "write", "follow", "write"]);
  const links = [
    "accounts.acceptInvitation",
    "accounts.resetPassword",
    "explanations.object",
    "explanations.read",
  ];
  for (const { path, definition } of allProcedures()) {
    const anonymous = budgetOf(path, definition.type, false);
    expect(anonymous).toBe(links.includes(path) ? "link" : "anonymous");
  }
});

it("docs/limits.md has the figures that hold", () => {
  const page = readFileSync("docs/limits.md", "utf8");
  const words = new Map([
    [60_000, "a minute"],
    [86_400_000, "a day"],
  ]);
  const all = Object.entries({ ...budgets, network: { ...networkBudget, of: "network" } });
  for (const [name, { calls, window, of }] of all) {
    const figures = [of, calls.toLocaleString("en-GB"), words.get(window)].join(" \\| ");
    expect(page, name).toMatch(new RegExp(`\\| \`${name}\` \\|.*\\| ${figures} \\|`));
  }
  expect(networkBudget.name).toBe("network");
  expect(page).toContain(`| account | ${makingBudget.calls / 1_000} s | a minute |`);
});
