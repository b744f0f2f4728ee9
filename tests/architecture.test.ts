import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { areas } from "./architecture/areas.ts";
import { areaOf, forbiddenImports } from "./architecture/check-imports.ts";
import { arrowsBetween, circlesIn, folderOf, areaOf as folderOfArea } from "./architecture/circles.ts";
import { equalBlocks } from "./architecture/equal-blocks.ts";
import { importsOf } from "./architecture/imports.ts";
import { impurities } from "./architecture/purity.ts";
import { sourceFiles } from "./architecture/source-files.ts";
import { timeLimits } from "./architecture/time-limits.ts";

const LONGEST = 300;
const product = sourceFiles("{app,components,server,db}/**/*.{ts,tsx}", "{instrumentation,proxy}.ts");

test("every file imports only what its area may", () => {
  expect(product.flatMap(({ file, source }) => forbiddenImports(file, source))).toEqual([]);
});

test.each([
  ["files", (file: string) => file],
  ["folders", folderOf],
  ["areas", folderOfArea],
])("no circle of %s, types included", (_, placeOf) => {
  const house = product.filter(({ file }) => /^(server|components|db)\//.test(file));
  expect(circlesIn(arrowsBetween(house, placeOf))).toEqual([]);
});

test("an area imports only areas above its row in the table", () => {
  const names = areas.map(({ name }) => name);
  const upwards = areas.flatMap(({ name, imports }, row) =>
    imports
      .filter(
        (wanted) => !names.slice(0, row).some((above) => above === wanted || above.startsWith(`${wanted}/`)),
      )
      .map((wanted) => `${name} imports ${wanted}, which is not above it in tests/architecture/areas.ts`),
  );
  expect(upwards).toEqual([]);
});

test("no allowed import is unused", () => {
  const used = new Set(
    product.flatMap(({ file, source }) =>
      importsOf(file, source).map(({ target }) => `${areaOf(file)?.name} ${areaOf(target)?.name}`),
    ),
  );
  const unused = areas
    .filter(({ name }) => name.startsWith("server/"))
    .flatMap(({ name, imports }) =>
      imports
        .filter((other) => !used.has(`${name} ${other}`))
        .map((other) => `${name} never imports ${other}`),
    );
  expect(unused).toEqual([]);
});

test("each area has a README of at most fifteen lines that says what it may import", () => {
  const wrong = areas
    .filter(({ name }) => /^(server|components)\/[\w-]+$/.test(name))
    .flatMap(({ name, imports }) => {
      const text = existsSync(`${name}/README.md`) ? readFileSync(`${name}/README.md`, "utf8") : "";
      const allowed = /\*\*May import:\*\* ([^.]*(?:\.ts[^.]*)*)\.\n/.exec(text)?.[1]?.replace(/\s+/g, " ");
      const wanted = imports.length === 0 ? "no other area" : imports.join(", ");
      return text.trimEnd().split("\n").length <= 15 && allowed === wanted
        ? []
        : [`${name}/README.md must have at most 15 lines and say "**May import:** ${wanted}."`];
    });
  expect(wrong).toEqual([]);
});

test("no block of eight lines stands in two files of the product, its scripts, its benches or its settings", () => {
  const rest = sourceFiles("{bench,scripts}/**/*.{ts,mjs}", "*.config.{ts,js,mjs}");
  const repeated = equalBlocks([...product, ...rest], 8).map(
    (found) => `${found}. Instead: say it once, and import it in both places`,
  );
  expect(repeated).toEqual([]);
});

test("a gap of chances is compared with alpha in one file", () => {
  const comparison = /^(?!\s*(?:\/?\*|\/\/)).*(?:\bgap|- [\w.[\]() ]+?) [<>]=? (?:\w+\.)?alpha\b/m;
  const second = product
    .filter(({ file, source }) => !file.endsWith("/panel/eligibility.ts") && comparison.test(source))
    .map(
      ({ file }) => `${file} compares a gap with alpha. Instead: call server/learner/panel/eligibility.ts`,
    );
  expect(second).toEqual([]);
});

test("numbers, dates, lists and plurals are formatted in server/format.ts only", () => {
  const byHand = /toLocale\w*String\(|"en-(?:GB|US)"|new Intl\.|\? "(\w+)" : "\1s"/;
  const others = product
    .filter(({ file, source }) => file !== "server/format.ts" && byHand.test(source))
    .map(({ file, source }) => `${file} has ${byHand.exec(source)?.[0]}. Instead: use server/format.ts`);
  expect(others).toEqual([]);
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

test("no test outside the browser has a time limit of its own", () => {
  // The mutants are judged by a Vitest of their own, and these tests are about limits.
  const others = /^tests\/(e2e|mutants)\/|^tests\/architecture\/time-limits\.test\.ts$/;
  const tests = sourceFiles("tests/**/*.ts").filter(({ file }) => !others.test(file));
  expect(tests.flatMap(({ file, source }) => timeLimits(file, source))).toEqual([]);
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
