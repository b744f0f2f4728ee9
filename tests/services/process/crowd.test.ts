import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { letIn } from "#server/services/process/crowd.ts";

it("requests are let in one each turn of the loop, in the order they came, each in its own context", async () => {
  const context = new AsyncLocalStorage<string>();
  const inside: (string | undefined)[] = [];
  for (const name of ["first", "second", "third"]) {
    context.run(name, () => letIn(() => inside.push(context.getStore())));
  }
  expect(inside).toEqual(["first"]);
  await setImmediate();
  expect(inside).toEqual(["first", "second"]);
  letIn(() => inside.push("fourth"));
  await setImmediate();
  expect(inside).toEqual(["first", "second", "third"]);
  await setImmediate();
  expect(inside).toEqual(["first", "second", "third", "fourth"]);
  await setImmediate();
  letIn(() => inside.push("who came alone"));
  expect(inside.at(-1)).toBe("who came alone");
});

it("one that fails as it comes in keeps nobody behind it out", async () => {
  const inside: string[] = [];
  await setImmediate();
  expect(() =>
    letIn(() => {
      throw new Error("of the one who came in");
    }),
  ).toThrow("of the one who came in");
  letIn(() => inside.push("next"));
  await setImmediate();
  expect(inside).toEqual(["next"]);
});
