import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { mutantsOf } from "./plant.ts";
import { withProbes } from "./probes.ts";

const source = `
export const limit = 7;
export function larger(a, b) { return a > b; }
export const opposite = (a) => ({ is: !a });
export const nested = (list) => list.map((x) => x - limit).filter((x) => x < 0);
`;

test("only what is run is noted, once, and the code does what it did", async () => {
  const folder = temporaryFolder();
  const notes = join(folder, "noted");
  const mutants = mutantsOf("rules.mjs", source);
  const file = join(folder, "rules.mjs");
  writeFileSync(file, withProbes("rules.mjs", source, mutants, notes));
  const changesNoted = () => {
    const ids = readFileSync(notes, "utf8").trimEnd().split("\n");
    expect(new Set(ids).size).toBe(ids.length);
    return mutants.filter(({ id }) => ids.includes(id)).map(({ change }) => change);
  };

  const rules = await import(file);
  expect(changesNoted()).toEqual(["7 → 8", "7 → 6"]);

  expect([rules.larger(2, 1), rules.larger(1, 2)]).toEqual([true, false]);
  expect(rules.nested([])).toEqual([]);
  expect(changesNoted()).toEqual(["7 → 8", "7 → 6", "> → >=", "> → <=", "removed: .filter((x) => x < 0)"]);

  expect(rules.nested([1, 9])).toEqual([-6]);
  expect(rules.opposite(false)).toEqual({ is: true });
  expect(changesNoted()).toHaveLength(mutants.length);
});
