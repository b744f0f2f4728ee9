import { globSync, statSync } from "node:fs";
import { basename, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { areas } from "./areas.ts";
import { type Document, deadNames, imagesIn, linksIn, namesInCode } from "./documents.ts";
import { sourceFiles } from "./source-files.ts";

const learner = ["server/learner", "tests/learner"];
const basesOf = new Map([
  // Its map of the folders.
  ["README.md", ["server", "server/learner"]],
  ["docs/theory.md", learner],
  ["docs/paper-to-code.md", learner],
  ["server/learner/NOTATION.md", learner],
]);
const documents: readonly Document[] = sourceFiles("*.md", "docs/**/*.md", "server/**/*.md").map(
  ({ file, source: text }) => ({ file, text, bases: basesOf.get(file) ?? [] }),
);
const textOf = (file: string) => documents.find((document) => document.file === file)?.text ?? "";

test.each(documents.map((document) => [document.file, document] as const))(
  "%s names only existing files and links",
  (_, document) => {
    expect(deadNames(document)).toEqual([]);
  },
);

test("a comment names only existing documents", () => {
  const names = new Set(documents.flatMap(({ file }) => [file, basename(file)]));
  const dead = sourceFiles("{app,components,server,db,scripts,tests,bench}/**/*.{ts,tsx,mjs,css}").flatMap(
    ({ file, source }) =>
      source
        .split("\n")
        .filter((line) => /^\s*(?:\/?\*|\/\/)|\s\/\/\s/.test(line))
        .flatMap((line) => line.match(/[\w/-]+\.md\b/g) ?? [])
        .filter((name) => !names.has(name))
        .map((name) => `${file} names ${name}. Instead: write its content here, or name its replacement`),
  );
  expect(dead).toEqual([]);
});

test("docs/operations.md lists the environment variables that the server reads", () => {
  const read = sourceFiles(
    "{server,db/{pg,sqlite,store}}/**/*.ts",
    "db/*.ts",
    "{instrumentation,proxy}.ts",
  ).flatMap(({ source }) =>
    [...source.matchAll(/(?:\benv\.|")(EVENHAND_[A-Z_]+|DATABASE_URL|NEXTAUTH_URL|PORT)\b/g)].map(
      ([, name]) => name,
    ),
  );
  const documented = textOf("docs/operations.md");
  expect(read).toContain("EVENHAND_SMTP_URL");
  expect([...new Set(read)].filter((name) => !documented.includes(`\n| \`${name}\` |`))).toEqual([]);
});

describe("docs/screens", () => {
  const pictures = globSync("docs/screens/*");

  test("contains at most a dozen small pictures", () => {
    expect(pictures.length, "npm run screens puts the others into test-results/screens").toBeLessThanOrEqual(
      12,
    );
    const bytes = pictures.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(1_500_000);
  });

  test("contains only pictures shown in a document", () => {
    const shown = documents.flatMap(({ file, text }) =>
      imagesIn(text).map((target) => posix.join(posix.dirname(file), target)),
    );
    expect([...new Set(shown)].sort()).toEqual(pictures.sort());
  });
});

test.each([
  ["A verdict's way", 25],
  ["A cell's way", 20],
])("%s can be read in %i files, each with its purpose", (title, most) => {
  const [, after = ""] = textOf("CONTRIBUTING.md").split(`## ${title}`);
  const [way = ""] = after.split("\n## ");
  const lines = way.split("\n").filter((line) => /^\d+\. /.test(line));
  const files = lines.map((line) => /^\d+\. `([^`]+\.\w+)`: \S/.exec(line)?.[1]);
  expect(files.length).toBeGreaterThan(15);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(new Set(files).size).toBe(files.length);
  expect(files).not.toContain(undefined);
});

test("the diagram of the areas shows only imports that the table of areas allows", () => {
  const [, picture = ""] = /```mermaid\nflowchart([\s\S]*?)```/.exec(textOf("CONTRIBUTING.md")) ?? [];
  const nodes = [...picture.matchAll(/(\w+)\["([\w/-]+)<br>/g)].map(
    ([, id = "", folder = ""]) => [id, folder] as const,
  );
  const folderOf = new Map(nodes);
  const arrows = [...picture.matchAll(/^ +(\w+)(?:\["[^"]*"\])? -.*> (\w+)/gm)];
  expect(arrows.length).toBeGreaterThan(nodes.length);
  const wrong = arrows.filter(([arrow, from = "", to = ""]) => {
    const area = areas.find(({ name }) => name === folderOf.get(from));
    const allowed = arrow.includes("-.") ? area?.types : area?.imports;
    return !allowed?.includes(folderOf.get(to) ?? "");
  });
  expect(wrong.map(([arrow]) => arrow)).toEqual([]);
});

describe("decision records", () => {
  const records = documents.filter(({ file }) => /^docs\/decisions\/\d/.test(file));

  test("the index links every record", () => {
    expect(
      linksIn(textOf("docs/decisions/README.md"))
        .filter((link) => /^\d/.test(link))
        .sort(),
    ).toEqual(records.map(({ file }) => basename(file)).sort());
  });

  test.each(records.map(({ file, text }) => [basename(file), text] as const))(
    "%s has a short title, a date and a status",
    (file, text) => {
      const [, number = "", title = ""] = /^# (\d+)\. (.+)\n\n/.exec(text) ?? [];
      expect(number.padStart(4, "0")).toBe(file.slice(0, 4));
      expect(title.split(" ").length).toBeLessThanOrEqual(10);
      expect(text.split("\n")[2]).toMatch(/^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded)[.,]/);
    },
  );
});

describe("the names found in a document", () => {
  const dead = (text: string, bases: readonly string[] = []) =>
    deadNames({ file: "docs/page.md", text, bases }).map((sentence) =>
      sentence.split(" ")[2]?.replace(/,$/, ""),
    );

  test.each([
    ["a link", "see [that](gone.md#part)", "gone.md"],
    ["an image", "![that](screens/gone.png)", "screens/gone.png"],
    ["an image in HTML", '<img width="9" src="screens/gone.png">', "screens/gone.png"],
    ["a file in code", "run `node bench/gone.ts 10`", "bench/gone.ts"],
    ["a folder in code", "in `server/gone`", "server/gone"],
    ["a bare name", "in `gone.ts`", "gone.ts"],
    ["a choice of names", "in `db/{gone,lost}`", "db/{gone,lost}"],
    ["a line of a fence", "```sh\nnode server/cli/gone.ts   # comment\n```\n", "server/cli/gone.ts"],
  ])("%s without a target is reported", (_, text, name) => {
    expect(dead(text)).toEqual([name]);
  });

  test.each([
    "[there](theory.md#growth) and [outside](https://example.org/gone.md) and [here](#part)",
    "`server/learner/exp2/exp2.ts`, `db/{sqlite,pg}`, `tests/**/*.test.ts`, `app/studies/[studyId]/page.tsx`",
    "`round.closed`, `a/b`, `text/event-stream`, `/studies/new`, `node_modules/.bin`, `LOG.jsonl`",
  ])("%s is accepted", (text) => {
    expect(dead(text)).toEqual([]);
  });

  test("names may be relative to a folder that the document names", () => {
    expect(dead("`learners.ts`", learner)).toEqual([]);
    expect(dead("`exp2.ts`")).toEqual(["exp2.ts"]);
    expect(namesInCode("`exp2.ts`")).toEqual(["exp2.ts"]);
  });
});
