import { matchesGlob } from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { parseSync } from "vite";
import { FULL_ONLY, JOURNEY } from "../../scripts/lib/test-tiers.mjs";
import type { SourceFile } from "./source-files.ts";

/** A row of docs/promises.md: a sentence of a page or mail, the test that proves it, and its tier. */
export type Promised = {
  readonly sentence: string;
  readonly file: string;
  readonly testFile: string;
  readonly testName: string;
  readonly tier: string;
};

/** The words that make a sentence a promise. */
const promising = /\bwill\s|\bcannot\b|\b(?:is|are) (?:sent|deleted)\b/;

/** Reads the rows of its tables: a sentence, in code its file, the test's file and name, and the tier. */
export function promisesIn(text: string): Promised[] {
  const rows = text.matchAll(/^\| (.+?) \| `([^`]+)` \| `([^`]+)`: (.+?) \| (\w*) ?\|$/gm);
  return [...rows].map(([, sentence = "", file = "", testFile = "", testName = "", tier = ""]) => ({
    sentence,
    file,
    testFile,
    testName,
    tier,
  }));
}

/** Lists sentences that are gone, tests that are missing, wrong tiers, and promises that are not listed. */
export function brokenPromises(
  promised: readonly Promised[],
  pages: readonly SourceFile[],
  textOfTest: (file: string) => string | undefined,
): string[] {
  const said = new Map(pages.map(({ file, source }) => [file, sentencesIn(file, source)]));
  const gone = promised
    .filter(({ sentence, file }) => !said.get(file)?.includes(sentence))
    .map(
      ({ sentence, file }) =>
        `${file} no longer says “${sentence}”. Instead: change or remove its row in docs/promises.md`,
    );
  const untested = promised
    .filter(({ testFile, testName }) => !textOfTest(testFile)?.includes(testName))
    .map(
      ({ sentence, testFile, testName }) =>
        `${testFile} has no test “${testName}”, which is to prove “${sentence}”. Instead: name the test that does in docs/promises.md`,
    );
  const misplaced = promised.flatMap(({ sentence, testFile, tier }) => {
    const text = textOfTest(testFile);
    const actual = text === undefined ? tier : tierOfTest(testFile, text);
    if (actual === tier) return [];
    return [
      `${testFile} runs in the ${actual} tier. Instead: write ${actual} in the row of “${sentence}” in docs/promises.md`,
    ];
  });
  const unlisted = [...said].flatMap(([file, sentences]) =>
    sentences
      .filter((sentence) => promising.test(sentence))
      .filter((sentence) => !promised.some((row) => row.file === file && row.sentence === sentence))
      .map(
        (sentence) =>
          `docs/promises.md does not list a promise. Instead: say it without will, cannot, is sent or is deleted, or add this row with the test that proves it:\n| ${sentence} | \`${file}\` | \`tests/FOLDER/FILE.test.ts\`: NAME OF THE TEST | TIER |`,
      ),
  );
  return [...gone, ...untested, ...misplaced, ...unlisted];
}

/** Returns the first tier that runs a test file: the quick tier runs only browser tests with the journey's tag. */
export function tierOfTest(file: string, text: string): "quick" | "full" {
  if (file.startsWith("tests/e2e/")) return text.includes(JOURNEY) ? "quick" : "full";
  return Object.keys(FULL_ONLY).some((pattern) => matchesGlob(file, pattern)) ? "full" : "quick";
}

/**
 * Lists the sentences in a file's strings and JSX text, by its syntax tree, or in a catalogue's messages; `{}`
 * is the place of a value.
 */
export function sentencesIn(file: string, source: string): string[] {
  if (file.endsWith(".json"))
    return inSentences(Object.values<string>(JSON.parse(source)).flatMap(partsOfMessage));
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) visit(element);
    if (!isNode(value)) return;
    texts.push(textOf(value));
    for (const child of Object.values(value)) visit(child);
  };
  visit(program);
  return inSentences(texts);
}

function inSentences(texts: readonly string[]): string[] {
  return [
    ...new Set(
      texts.flatMap((text) =>
        text
          .replace(/\s+/g, " ")
          .trim()
          .split(/(?<=[.!?]) /),
      ),
    ),
  ];
}

/** Lists the texts of a message: one for each case of its selects, plurals in the general form, without tags. */
function partsOfMessage(message: string): string[] {
  return textsOf(parse(message));
}

function textsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (texts, element) => texts.flatMap((text) => casesOf(element).map((end) => text + end)),
    [""],
  );
}

function casesOf(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal) return [element.value];
  if (element.type === TYPE.tag) return textsOf(element.children);
  if (element.type === TYPE.plural) return textsOf(element.options.other?.value ?? []);
  if (element.type === TYPE.select) {
    const { other, ...named } = element.options;
    const isEmpty = other === undefined || other.value.length === 0;
    return Object.values(isEmpty ? named : element.options).flatMap(({ value }) => textsOf(value));
  }
  return ["{}"];
}

type Node = { readonly type: string; readonly [key: string]: unknown };
type Quasi = { readonly value: { readonly cooked: string } };

function textOf(node: Node): string {
  if (node.type === "TemplateLiteral") {
    return (node.quasis as Quasi[]).map(({ value }) => value.cooked).join("{}");
  }
  const isText = node.type === "JSXText" || node.type === "Literal";
  return isText && typeof node.value === "string" ? node.value : "";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
