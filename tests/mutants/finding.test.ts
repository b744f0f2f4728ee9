import { expect, test } from "vitest";
import { findingOf } from "./finding.ts";
import { mutantsOf } from "./plant.ts";
import type { Answer } from "./test-process.ts";

const [mutant] = mutantsOf("server/log/chain.ts", "x = a && b;");
const passed: Answer = { failure: null };
const failed = (file: string): Answer => ({
  failure: { test: file, name: "adds up", message: "2 is not 3" },
});

/** What comes of a mutant when the tests answer like this, one after the other; and what was asked. */
async function found(answers: readonly Answer[], tests = ["a", "b"]) {
  if (!mutant) throw new Error("no mutant");
  const script = answers.values();
  const asked: string[] = [];
  const answer = (what: string, order: { tests: readonly string[] }, limitOf: (file: string) => number) => {
    asked.push(`${order.tests} ${what}, ${limitOf("a") / 1000} s`);
    const next = script.next();
    if (next.done) throw new Error("asked once too often");
    return Promise.resolve(next.value);
  };
  const judge = {
    ask: (order: { tests: readonly string[] }, limitOf: (file: string) => number) =>
      answer("without", order, limitOf),
    askOf: (_: unknown, order: { tests: readonly string[] }, limitOf: (file: string) => number) =>
      answer("with", order, limitOf),
  };
  return { finding: await findingOf(judge, mutant, { tests }, () => 10), asked };
}

test("what no test finds survived", async () => {
  expect((await found([passed])).finding).toEqual({ outcome: "survived" });
});

test("what fails twice is killed", async () => {
  const { finding, asked } = await found([failed("b"), failed("b")]);
  expect(finding).toEqual({ outcome: "killed", test: "b", by: "b > adds up: 2 is not 3" });
  expect(asked).toEqual(["a,b with, 55 s", "b with, 55 s"]);
});

test("what fails once and not again is doubted, and the others are asked", async () => {
  const { finding, asked } = await found([failed("a"), passed, passed]);
  expect(finding).toEqual({ outcome: "survived", doubted: ["a"] });
  expect(asked.at(-1)).toBe("b with, 55 s");
  expect((await found([failed("a"), passed], ["a"])).finding).toMatchObject({ outcome: "survived" });
});

test("what hangs twice, and only with the mutant, timed out", async () => {
  const { finding, asked } = await found([{ stuck: "b" }, passed, { stuck: "b" }]);
  expect(finding).toEqual({ outcome: "timed-out", test: "b", by: "b" });
  expect(asked).toEqual(["a,b with, 55 s", "b without, 55 s", "b with, 55 s"]);
});

test("on a machine that is too busy also without it, all get twice the time", async () => {
  const { finding, asked } = await found([{ stuck: "a" }, { stuck: "a" }, passed]);
  expect(finding).toEqual({ outcome: "survived" });
  expect(asked).toEqual(["a,b with, 55 s", "a without, 55 s", "a,b with, 110 s"]);
});

test("and so they do when it hangs once and not again", async () => {
  const { finding, asked } = await found([{ stuck: "a" }, passed, passed, failed("a"), failed("a")]);
  expect(finding).toMatchObject({ outcome: "killed", test: "a" });
  expect(asked.at(-1)).toBe("a with, 110 s");
});
