import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
import { cancelReasons } from "#server/audit-log/cancel-reasons.ts";
import { canonicalJson, parseCanonical } from "#server/audit-log/canonical.ts";
import { genesisPrev } from "#server/audit-log/chain.ts";
import { closeReasons, closings } from "#server/audit-log/closing.ts";
import { docketWays } from "#server/audit-log/docket-ways.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { verdictWords } from "#server/audit-log/verdicts.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

/** A changed file: its first changed line, and the path of the change, without list indices. */
export type Edit = {
  readonly text: string;
  readonly line: number;
  readonly kind: string;
  /** The path within the body, if a cell was changed. */
  readonly path?: string;
};

/** Changes, removes or adds a byte; or removes, doubles or swaps a line. */
export function editBytes(dice: JumpableRandomGenerator, text: string): Edit {
  const lines = text.split("\n").slice(0, -1);
  const line = uniformInt(dice, 0, lines.length - 1);
  const way = uniformInt(dice, 0, 5);
  if (way >= 3) return editLines(lines, line, way);
  const old = lines[line] ?? "";
  const at = uniformInt(dice, 0, old.length - 1);
  const letter = String.fromCharCode(uniformInt(dice, 33, 126));
  const changed = old.slice(0, at) + (way === 1 ? "" : letter) + old.slice(way === 2 ? at : at + 1);
  return {
    text: textOf(lines.with(line, changed)),
    line: line + 1,
    kind: line === lines.length - 1 ? "byte of the last line" : "byte",
  };
}

function editLines(lines: readonly string[], line: number, way: number): Edit {
  const [one = "", next = ""] = lines.slice(line, line + 2);
  const changed = way === 3 ? [] : way === 4 ? [one, one, next] : [next, one];
  const rest = lines.toSpliced(line, 2, ...(way === 3 ? [next] : changed)).filter((text) => text !== "");
  return { text: textOf(rest), line: line + 1, kind: "line" };
}

/** Changes one value in a line, in canonical form. */
export function editCell(dice: JumpableRandomGenerator, text: string): Edit {
  const lines = text.split("\n").slice(0, -1);
  const line = uniformInt(dice, 0, lines.length - 1);
  const entry = parseCanonical(lines[line] ?? "") as Fields;
  const leaves = leavesOf(entry, []);
  const path = leaves[uniformInt(dice, 0, leaves.length - 1)] ?? [];
  const changed = changedAt(entry, path, (value) => otherValue(dice, value));
  const names = path.filter((step) => typeof step === "string");
  const { type } = entry;
  return {
    text: textOf(lines.with(line, canonicalJson(changed))),
    line: line + 1,
    path: path[0] === "body" ? path.slice(1).join(" ") : "",
    kind: [...(typeof type === "string" ? [type] : []), ...names.filter((name) => name !== "body")].join(" "),
  };
}

/** Changes a list in a line: removes, doubles or swaps items. */
export function editList(dice: JumpableRandomGenerator, text: string): Edit {
  const lines = text.split("\n").slice(0, -1);
  const entries = lines.map((line) => parseCanonical(line) as Fields);
  const all = entries.flatMap(({ type, body }, line) =>
    listsOf(body ?? null, []).map((path) => ({ type, body: body as Fields, line, path })),
  );
  const chosen = all[uniformInt(dice, 0, all.length - 1)];
  if (chosen === undefined) throw new Error("there is no list");
  const { type, body, line, path } = chosen;
  const ways = ["less", "twice", "order"] as const;
  const way = ways[uniformInt(dice, 0, 2)] ?? "less";
  const changed = changedAt(body, path, (list) => otherList(dice, list as Json[], way));
  const names = path.filter((step) => typeof step === "string");
  return {
    text: textOf(lines.with(line, canonicalJson({ ...entries[line], body: changed }))),
    line: line + 1,
    path: path.join(" "),
    kind: [String(type), ...names, way].join(" "),
  };
}

function listsOf(value: Json, path: Path): Path[] {
  if (value === null || typeof value !== "object") return [];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  const within = steps.flatMap((step) => listsOf((value as Fields)[step] as Json, [...path, step]));
  return Array.isArray(value) && value.length > 0 ? [path, ...within] : within;
}

function otherList(
  dice: JumpableRandomGenerator,
  list: readonly Json[],
  way: "less" | "twice" | "order",
): Json {
  const at = uniformInt(dice, 0, list.length - 1);
  const one = list[at] ?? null;
  if (way === "less") return list.toSpliced(at, 1);
  if (way === "twice") return list.toSpliced(at, 0, one);
  const other = (at + 1) % list.length;
  return list.with(at, list[other] ?? null).with(other, one);
}

/** Recomputes the hashes from a changed line on, as the server's operator can. */
export function rehashed({ text, ...edit }: Edit): Edit {
  let prev = genesisPrev;
  const lines = text
    .split("\n")
    .slice(0, -1)
    .map((line, index) => {
      const chained = index + 1 < edit.line ? line : withPrev(line, prev);
      prev = entryHash(chained);
      return chained;
    });
  return { text: textOf(lines), ...edit };
}

function withPrev(line: string, prev: string): string {
  return canonicalJson({ ...(parseCanonical(line) as Fields), prev });
}

type Path = readonly (string | number)[];

function leavesOf(value: Json, path: Path): Path[] {
  if (value === null || typeof value !== "object") return [path];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return steps.flatMap((step) => leavesOf((value as Fields)[step] as Json, [...path, step]));
}

function changedAt(value: Json, [step, ...rest]: Path, change: (value: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.with(Number(step), changedAt(value[Number(step)] as Json, rest, change));
  const fields = value as Fields;
  return { ...fields, [step]: changedAt(fields[step] as Json, rest, change) };
}

/** Lists of words that are valid in the same places. */
const wordLists: readonly (readonly string[])[] = [
  ["yes", "no", "lost"],
  verdictWords,
  ["account", "link-copied", "link-mailed"],
  ["in-order", "by-operator"],
  docketWays,
  // A reason to close is also a way of announcing it, and "operator" is also a reason to cancel.
  [...closings, ...closeReasons, ...cancelReasons],
  ["average", "largest-gap", "most-flags"],
  ["at-close", "when-settled"],
];

/** Returns another value of the same kind: a near number, a text with another character, another word. */
function otherValue(dice: JumpableRandomGenerator, value: Json): Json {
  if (typeof value === "number") return value + (value > 0 && uniformInt(dice, 0, 1) ? -1 : 1);
  if (typeof value === "boolean") return !value;
  if (value === null) return "0";
  const text = String(value);
  if (text === "") return "x";
  const others = wordLists.find((words) => words.includes(text))?.filter((word) => word !== text) ?? [];
  if (others.length > 0) return others[uniformInt(dice, 0, others.length - 1)] ?? text;
  const at = uniformInt(dice, 0, text.length - 1);
  const old = text.charAt(at);
  const near = /\d/.test(old) ? String((Number(old) + 1) % 10) : /[a-f]/.test(old) ? otherLetter(old) : "x";
  return text.slice(0, at) + near + text.slice(at + 1);
}

function otherLetter(letter: string): string {
  return letter === "f" ? "a" : String.fromCharCode(letter.charCodeAt(0) + 1);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
