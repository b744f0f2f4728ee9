import { basename } from "node:path";
import { expect, test } from "vitest";
import { forbiddenImports } from "./architecture/check-imports.ts";
import { importsOf } from "./architecture/imports.ts";
import { impurities } from "./architecture/purity.ts";
import { sourceFiles } from "./architecture/source-files.ts";

const LONGEST = 300;
const product = sourceFiles("{app,components,server,db}/**/*.{ts,tsx}", "{instrumentation,proxy}.ts");

test("every file imports only what its layer may", () => {
  expect(product.flatMap(({ file, source }) => forbiddenImports(file, source))).toEqual([]);
});

test("the learner has no clock, no randomness of its own and nothing to wait for", () => {
  const learner = product.filter(({ file }) => file.startsWith("server/learner/"));
  expect(learner.flatMap(({ file, source }) => impurities(file, source))).toEqual([]);
});

test("the independent replay shares no code with the product", () => {
  const shared = sourceFiles("tests/replay/**/*.ts").flatMap(({ file, source }) =>
    importsOf(file, source)
      .filter(({ target }) => /^(server|db|app|components)\//.test(target))
      .map(
        ({ specifier, line }) =>
          `${file}:${line} imports ${specifier}, but a replay that shares code shares its mistakes. Instead: write it anew from docs/log-format.md`,
      ),
  );
  expect(shared).toEqual([]);
});

test("no file is a drawer for everything", () => {
  const drawers = sourceFiles("{app,components,server,db,scripts,tests,bench}/**/*.{ts,tsx,mjs}")
    .map(({ file }) => file)
    .filter((file) => /^(utils?|helpers?|misc)\./.test(basename(file)))
    .map((file) => `${file} says nothing about what is in it. Instead: name it by its noun or use case`);
  expect(drawers).toEqual([]);
});

test("no file of the product is too long to read", () => {
  const long = product
    .map(({ file, source }) => ({ file, length: source.trimEnd().split("\n").length }))
    .filter(({ length }) => length > LONGEST)
    .map(
      ({ file, length }) =>
        `${file} has ${length} lines, more than ${LONGEST}. Instead: split it by reason to change`,
    );
  expect(long).toEqual([]);
});
