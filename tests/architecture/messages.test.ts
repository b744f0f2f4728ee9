import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const users = sourceFiles("{app,components,server}/**/*.{ts,tsx}");
const imported = /^import (?:type )?(.*) from "#messages\/(\w+)\.ts";$/gm;

test("catalogues are imported as a whole, under one name", () => {
  const others = users.flatMap(({ file, source }) =>
    [...source.matchAll(imported)]
      .filter(([, names]) => !/^\* as \w+$/.test(names ?? ""))
      .map(() => `${file} must import messages as \`import * as t\``),
  );
  expect(others).toEqual([]);
});

test("every message is used", () => {
  const used = new Set(
    users.flatMap(({ source }) =>
      [...source.matchAll(imported)].flatMap(([, names = "", area]) =>
        [...source.matchAll(new RegExp(`\\b${names.slice(5)}\\.(\\w+)`, "g"))].map(
          ([, key]) => `${area}.${key}`,
        ),
      ),
    ),
  );
  const unused = globSync("components/messages/*.en.json").flatMap((file) => {
    const area = /(\w+)\.en/.exec(file)?.[1];
    return Object.keys(JSON.parse(readFileSync(file, "utf8")))
      .filter((key) => !used.has(`${area}.${key}`))
      .map((key) => `${file}: ${key} is used by no page`);
  });
  expect(unused).toEqual([]);
});
