import { expect, test } from "vitest";
import { graphOf, reachedFrom, testsByFile } from "./reach.ts";

const graph = graphOf(
  Object.entries({
    "tests/log/chain.test.ts": 'import { chain } from "#server/log/chain.ts";',
    "tests/pages.test.ts": 'spawn("node", ["server/cli/seed.ts"]); new URL("./child.ts", import.meta.url);',
    "tests/child.ts": "",
    "server/log/chain.ts": 'export * from "./hash.ts"; import type { Pool } from "#server/jobs/pool.ts";',
    "server/log/hash.ts":
      'import { sha } from "@noble/hashes"; import { type A, type B } from "./entries.ts";',
    "server/log/entries.ts": "",
    "server/cli/seed.ts": 'const { pool } = await import("../jobs/pool.ts");',
    "server/jobs/pool.ts": 'const file = ".build/worker.mjs";',
    "server/jobs/worker.ts": 'import "#server/learner/panel.ts";',
    "server/learner/panel.ts": 'import "#server/learner/panel.ts";',
    "tests/routes.ts": 'for (const file of globSync("app/**/route.{ts,tsx}")) await import(file);',
    "app/livez/route.ts": 'import { chain } from "#server/log/chain.ts";',
    "app/livez/page.ts": "",
  }).map(([file, source]) => ({ file, source })),
);

test("a test reaches what it imports, however far, but not what only gives types", () => {
  expect([...reachedFrom("tests/log/chain.test.ts", graph)]).toEqual([
    ["tests/log/chain.test.ts", 0],
    ["server/log/chain.ts", 1],
    ["server/log/hash.ts", 2],
  ]);
});

test("it reaches the programs it starts, and the worker through its bundle", () => {
  expect([...reachedFrom("tests/pages.test.ts", graph).keys()]).toEqual(
    expect.arrayContaining(["tests/child.ts", "server/cli/seed.ts", "server/learner/panel.ts"]),
  );
});

test("it reaches the routes that are looked for by a pattern", () => {
  expect([...reachedFrom("tests/routes.ts", graph).keys()]).toEqual([
    "tests/routes.ts",
    "app/livez/route.ts",
    "server/log/chain.ts",
    "server/log/hash.ts",
  ]);
});

test("by file, the tests and how far they are", () => {
  const tests = ["tests/log/chain.test.ts", "tests/pages.test.ts"];
  const byFile = testsByFile(tests, graph);
  expect(byFile.get("server/log/hash.ts")).toEqual([{ test: "tests/log/chain.test.ts", distance: 2 }]);
  expect(byFile.get("server/learner/panel.ts")).toEqual([{ test: "tests/pages.test.ts", distance: 4 }]);
  expect(byFile.get("server/log/entries.ts")).toBeUndefined();
});
