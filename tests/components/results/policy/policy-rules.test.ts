import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PolicyRules } from "#components/results/policy/policy-rules.tsx";
import { madePolicies, specsOfEveryLearner } from "#tests/setup/played-policies.ts";

function rowsOf(wanted: string): string[][] {
  const { spec } = specsOfEveryLearner.find(({ name }) => name === wanted) ?? {};
  if (spec === undefined) throw new Error(`no spec ${wanted}`);
  const policy = madePolicies(spec)[3]?.policy;
  if (policy === undefined) throw new Error("no fourth round");
  const html = renderToStaticMarkup(createElement(PolicyRules, { policy }));
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].slice(1);
  return rows.map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, "")),
  );
}

it("lists rules in words, the heaviest first, with cumulative shares", () => {
  const rows = rowsOf("known, conjunctions 1");
  expect(rows).toHaveLength(17);
  expect(rows.map(([rule]) => rule)).toEqual(
    expect.arrayContaining(["accept no one", "accept everyone", "accept if q0 is y and q1 is y"]),
  );
  const shares = rows.map(([, share = ""]) => Number.parseFloat(share));
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(rows.at(-1)?.[2]).toBe("100.0%");
});

it.each([
  "decision-lists 6",
  "trees 7",
  "scorecards 8",
  "parities 5",
  "disjunctions 3",
  "signed-conjunctions 2",
])("words every rule of %s", (name) => {
  const words = rowsOf(`known, ${name}`).map(([rule = ""]) => rule);
  expect(words.length).toBeGreaterThan(5);
  expect(new Set(words).size).toBe(words.length);
});
