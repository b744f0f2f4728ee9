import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wrongCommands } from "./commands.ts";
import { sourceFiles } from "./source-files.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
/** Files that contain wrong commands as examples. */
const examples = ["tests/architecture/commands.test.ts", "tests/architecture/documents.test.ts"];

test("documents, messages and comments name only existing npm scripts", () => {
  const files = sourceFiles(
    "*.md",
    "docs/**/*.md",
    "{app,bench,clients,components,db,deploy,scripts,server,tests}/**/*.{ts,tsx,mjs,md,py,service,yaml}",
    "{Dockerfile,compose.yaml}",
  ).filter(({ file }) => !examples.includes(file));
  expect(files.flatMap(({ file, source }) => wrongCommands(file, source, scripts))).toEqual([]);
});

test.each([
  ["a script that is gone", "run `npm run bench:close`"],
  ["a program", "`node server/cli/reset-factor.ts E-MAIL`"],
  ["a program with options of Node", "node --expose-gc bench/tables.ts"],
  ["a program by npx", "npx node tests/replay/run.ts RECORD.jsonl"],
])("%s is found", (_, text) => {
  expect(wrongCommands("a.md", text, { start: "" })).toHaveLength(1);
});

test("an existing script and the launcher are accepted", () => {
  expect(wrongCommands("a.md", "npm run verify -- FILE; node scripts/run.mjs start", { verify: "" })).toEqual(
    [],
  );
});
