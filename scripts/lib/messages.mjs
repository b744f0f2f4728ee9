import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { fingerprint, isStamped, writeStamp } from "./fingerprint.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/** The languages of every catalogue. The first one is the source: all others have its keys, arguments and tags. */
export const LANGUAGES = ["en", "de", "es"];
/** How compiled messages read the locale (server/locale.ts). The build puts a language in its place for browsers. */
export const READER_LOCALE = "globalThis.readerLocale";
const CATALOGUES = "components/messages";
const INPUTS = [CATALOGUES, "scripts/lib/messages.mjs"];

/** Compiles the catalogues to .build/messages unless they are unchanged. @throws Refusal with all their mistakes */
export function ensureMessages() {
  const target = join(root, ".build/messages");
  const stamp = join(target, "stamp");
  const wanted = fingerprint(root, INPUTS);
  if (isStamped(stamp, wanted)) return;
  mkdirSync(target, { recursive: true });
  for (const [area, code] of Object.entries(compileMessages(join(root, CATALOGUES)))) {
    // Replaced in one step, because a server or another test run may be reading it.
    const file = join(target, `${area}.ts`);
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  }
  writeStamp(stamp, wanted);
}

/**
 * Compiles the catalogues of a folder, `AREA.LANGUAGE.json`, to one TypeScript module per area with one function per
 * key, so that a bundler keeps only the messages that a page uses.
 *
 * @returns code by area
 * @throws Refusal that names file and key of every mistake
 * @internal
 */
export function compileMessages(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const areas = [...new Set(files.map((name) => name.split(".")[0]))].sort();
  const problems = [];
  const modules = areas.map((area) => {
    const catalogues = LANGUAGES.map((language) => readCatalogue(folder, area, language, problems));
    for (const { file, messages } of catalogues.slice(1))
      compareWith(catalogues[0], file, messages, problems);
    return [area, catalogues];
  });
  if (problems.length > 0) throw new Refusal(problems.join("\n"));
  return Object.fromEntries(modules.map(([area, catalogues]) => [area, moduleOf(catalogues)]));
}

/** Reads a catalogue to its parsed messages. Mistakes are added to `problems`. */
function readCatalogue(folder, area, language, problems) {
  const file = `${area}.${language}.json`;
  const messages = new Map();
  let texts = {};
  try {
    texts = JSON.parse(readFileSync(join(folder, file), "utf8"));
  } catch (error) {
    problems.push(`${file}: ${error.message}`);
  }
  for (const [key, text] of Object.entries(texts)) {
    try {
      if (!/^[a-z][A-Za-z0-9]*$/.test(key)) throw new Error("a key is a camelCase name");
      const nodes = parse(text, { requiresOtherClause: true });
      messages.set(key, { text, nodes, args: argumentsIn(nodes) });
    } catch (error) {
      problems.push(`${file}: ${key}: ${error.message}`);
    }
  }
  return { file, messages };
}

function compareWith(source, file, messages, problems) {
  for (const [key, { args }] of source.messages) {
    const other = messages.get(key);
    if (other === undefined) problems.push(`${file}: ${key}: is missing or wrong`);
    else if (typeOf(other.args) !== typeOf(args)) {
      problems.push(`${file}: ${key}: has ${typeOf(other.args)}, but ${source.file} has ${typeOf(args)}`);
    }
  }
  for (const key of messages.keys()) {
    if (!source.messages.has(key)) problems.push(`${file}: ${key}: is not in ${source.file}`);
  }
}

const TAG = "(children: ReactNode) => ReactNode";
const PLAIN = "string | number";

/** Collects the arguments and tags of a message with their TypeScript types. */
function argumentsIn(nodes, args = new Map()) {
  const add = (name, type) => {
    const known = args.get(name);
    if (known !== undefined && known !== type && ![known, type].includes(PLAIN)) {
      throw new Error(`${name} is used in two ways`);
    }
    if (known === undefined || known === PLAIN) args.set(name, type);
  };
  for (const node of nodes) {
    if (node.type === TYPE.argument) add(node.value, PLAIN);
    else if (node.type === TYPE.number && !node.style) add(node.value, "number");
    else if (node.type === TYPE.tag) add(node.value, TAG);
    else if (node.type === TYPE.plural && node.pluralType === "cardinal" && node.offset === 0) {
      add(node.value, "number");
    } else if (node.type === TYPE.select) add(node.value, caseType(node.options));
    else if (node.type !== TYPE.literal && node.type !== TYPE.pound) {
      throw new Error("dates, number styles, offsets and ordinals are formatted before (server/format.ts)");
    }
    for (const { value } of Object.values(node.options ?? {})) argumentsIn(value, args);
    argumentsIn(node.children ?? [], args);
  }
  return args;
}

/** The type of a select: true and false are booleans; with an empty `other` the named cases are all there are. */
function caseType({ other, ...cases }) {
  const names = Object.keys(cases);
  if (names.every((name) => name === "true" || name === "false")) return "boolean";
  return other.value.length > 0
    ? "string"
    : names
        .sort()
        .map((name) => JSON.stringify(name))
        .join(" | ");
}

function typeOf(args) {
  const fields = [...args].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `${name}: ${type}`);
  return fields.length > 0 ? `{ ${fields.join("; ")} }` : "no arguments";
}

function moduleOf([{ messages }, ...others]) {
  const functions = [...messages].map(([key, { text, nodes, args }]) => {
    const isRich = [...args.values()].includes(TAG);
    const translated = others.map((other, index) => {
      const code = codeOf(other.messages.get(key).nodes);
      return `${READER_LOCALE} === "${LANGUAGES[index + 1]}" ? ${code} : `;
    });
    const source = isRich ? codeOf(nodes) : `english(${codeOf(nodes)})`;
    const parameter = args.size > 0 ? `a: ${typeOf(args)}` : "";
    return `/** ${text.replaceAll("*/", "* /")} */
export const ${key} = (${parameter}): ${isRich ? "ReactNode" : "string"} =>
  ${translated.join("")}${source};
`;
  });
  return `import type { ReactNode } from "react";
import { english, formatArgument, pick, pluralForm, rich } from "#server/messages.ts";

${functions.join("\n")}`;
}

/** The expression of a message or a part of it. @param counted the argument that # stands for */
function codeOf(nodes, counted) {
  const parts = partsOf(nodes, counted);
  return [...argumentsIn(nodes).values()].includes(TAG)
    ? `rich(${parts.join(", ")})`
    : parts.join(" + ") || '""';
}

function partsOf(nodes, counted) {
  return nodes.map((node) => {
    const inner = (children) => codeOf(children, node.type === TYPE.plural ? node.value : counted);
    const cases = () =>
      Object.entries(node.options).map(([name, { value }]) => `${JSON.stringify(name)}: ${inner(value)}`);
    switch (node.type) {
      case TYPE.literal:
        return JSON.stringify(node.value);
      case TYPE.pound:
        return `formatArgument(a.${counted})`;
      case TYPE.tag:
        return `a.${node.value}(rich(${inner(node.children)}))`;
      case TYPE.plural:
        return `pluralForm(a.${node.value}, { ${cases().join(", ")} })`;
      case TYPE.select:
        return `pick(String(a.${node.value}), { ${cases().join(", ")} })`;
      default:
        return `formatArgument(a.${node.value})`;
    }
  });
}
