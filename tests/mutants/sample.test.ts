import { expect, it } from "vitest";
import { draw } from "./sample.mjs";

const mutants = Array.from({ length: 40 }, (_, line) => ({
  id: String(line),
  fileName: "/somewhere/server/log/chain.ts",
  location: { start: { line, column: 0 }, end: { line, column: 4 } },
  mutatorName: "StringLiteral",
  replacement: '""',
}));

it("draws the same mutants with the same seed, wherever the checkout lies and in whichever order they come", () => {
  const elsewhere = mutants.map((one) => ({
    ...one,
    id: `new ${one.id}`,
    fileName: "/other/server/log/chain.ts",
  }));
  const lines = (drawn: typeof mutants) => drawn.map(({ location }) => location.start.line);

  const drawn = lines(draw(mutants, 10, "1"));

  expect(new Set(drawn).size).toBe(10);
  expect(lines(draw(elsewhere.reverse(), 10, "1"))).toEqual(drawn);
  expect(lines(draw(mutants, 10, "2"))).not.toEqual(drawn);
});
