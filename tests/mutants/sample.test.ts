import { expect, test } from "vitest";
import { mutantsOf } from "./plant.ts";
import { sample } from "./sample.ts";

const many = Array.from({ length: 30 }, (_, index) => `x = a${index} && b;`).join("\n");
const mutants = mutantsOf("server/log/chain.ts", many);
const idsOf = (drawn: readonly { id: string }[]) => drawn.map(({ id }) => id);

test("the seed alone says which mutants are drawn, whatever their order", () => {
  const drawn = idsOf(sample(mutants, 10, "1"));
  expect(new Set(drawn).size).toBe(10);
  expect(idsOf(sample(mutants.toReversed(), 10, "1"))).toEqual(drawn);
  expect(idsOf(sample(mutants, 10, "2"))).not.toEqual(drawn);
});

test("a larger sample holds the smaller one", () => {
  expect(idsOf(sample(mutants, 20, "1")).slice(0, 10)).toEqual(idsOf(sample(mutants, 10, "1")));
});

test("a file that grows does not exchange the others", () => {
  const grown = [...mutants, ...mutantsOf("server/log/seeds.ts", "x = a && b;")];
  const kept = idsOf(sample(grown, 10, "1")).filter((id) => idsOf(sample(mutants, 10, "1")).includes(id));
  expect(kept.length).toBeGreaterThanOrEqual(9);
});

test("one place gives one mutant, and none twice", () => {
  const twins = mutantsOf("server/log/chain.ts", "x = 1; y = a < b;");
  expect(twins).toHaveLength(4);
  expect(
    sample(twins, 10, "1")
      .map(({ operator }) => operator)
      .sort(),
  ).toEqual(["comparison", "number"]);
});
