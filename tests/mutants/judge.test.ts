import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Judge } from "./judge.ts";
import { type Mutant, mutantsOf } from "./plant.ts";

const file = "server/log/receipts/receipt.ts";
const tests = ["tests/log/receipts/receipt.test.ts"];
const order = { tests, mutated: { file, isInWorker: false } };

test("tests find a mutant, a loop without end is cut off, the compiler refuses a wrong type, and the checkout stays as it is", async () => {
  const source = readFileSync(file, "utf8");
  const [mutant] = mutantsOf(file, source);
  if (!mutant) throw new Error(`${file} has no mutant`);
  const throwing: Mutant = { ...mutant, start: 0, end: 0, text: 'throw new Error("planted");\n' };
  const endless: Mutant = { ...mutant, start: 0, end: 0, text: "for (;;) {}\n" };
  const judge = await Judge.open();
  try {
    expect(await judge.askOf(throwing, order, () => 60_000)).toMatchObject({
      failure: { test: tests[0], message: "planted" },
    });
    expect(await judge.askOf(endless, order, () => 2_000)).toEqual({ stuck: tests[0] });
    expect(await judge.ask({ tests }, () => 60_000)).toEqual({ failure: null });
    expect(
      await judge.isRefused({ ...mutant, start: 0, end: 0, text: "const wrong: number = true;\n" }),
    ).toBe(true);
    expect(await judge.isRefused(throwing)).toBe(false);
    expect(readFileSync(file, "utf8")).toBe(source);
  } finally {
    await judge.close();
  }
});
