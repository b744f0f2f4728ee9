import type { RuleList } from "#server/learner/classes/rule-lists.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { type HypothesisSpec, type Predicate, predicatesSchema } from "#server/learner/config/spec.ts";
import { canonicalJson, parseCanonical } from "./canonical.ts";
import type { StudySettings } from "./entries.ts";
import { LogError } from "./errors.ts";

/**
 * The text format of a long list of rules (docs/log-format-classes.md): UTF-8, each line with its LF. The first line
 * holds the conditions as canonical JSON. Each further line is a rule: the numbers of its conditions in ascending
 * order, all of them required (`0&3&17`) or any (`0|3`).
 */

export type ListedConditions = { readonly isAny: boolean; readonly conditions: readonly number[] };

/** Returns a rule as its line. @param rule its conditions, ascending */
export function ruleLine({ isAny, conditions }: ListedConditions): string {
  return conditions.join(isAny ? "|" : "&");
}

/** Returns the text of a list from lines that ruleLine made, all different. */
export function joinRuleLines(predicates: readonly Predicate[], lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(
    `${canonicalJson(predicates)}\n${lines.map((line) => `${line}\n`).join("")}`,
  );
}

const [lf, and, or, zero] = [10, 38, 124, 48] as const;

/**
 * Reads the text of a rule list.
 *
 * @throws LogError "rule-list" with the line, from 1, that is invalid
 * Cost: a step a byte.
 */
export function parseRuleList(text: Uint8Array): RuleList {
  const end = text.indexOf(lf);
  const predicates = conditionsIn(text.subarray(0, end === -1 ? text.length : end));
  const lineCount = countOf(lf, text);
  const count = lineCount - 1;
  if (count < 1 || count > LIMITS.hashedRules || text.at(-1) !== lf) {
    throw wrong(lineCount, `a last line of 1 to ${LIMITS.hashedRules} rules`);
  }
  const rules = text.subarray(end);
  const list = {
    predicates,
    starts: new Uint32Array(count + 1),
    conditions: new Uint16Array(count + countOf(and, rules) + countOf(or, rules)),
    isAny: new Uint8Array(count),
  };
  const scan = new Scan(text, end + 1);
  for (let rule = 0; rule < count; rule++) readRule(scan, list, rule);
  return list;
}

/** Reads the rule on the scan's current line and appends it to the rules. */
function readRule(scan: Scan, { predicates, starts, conditions, isAny }: RuleList, rule: number): void {
  const line = rule + 2;
  const start = starts[rule] as number;
  let filled = start;
  let joint = 0;
  for (let previous = -1; ; ) {
    const number = scan.number();
    if (number === null || number <= previous || number >= predicates.length) {
      throw wrong(line, `numbers of conditions, ascending, below ${predicates.length}`);
    }
    conditions[filled] = previous = number;
    filled += 1;
    const sign = scan.sign();
    if (sign === lf) break;
    if ((sign !== and && sign !== or) || (joint !== 0 && sign !== joint)) {
      throw wrong(line, "one sign between its conditions, & or |");
    }
    joint = sign;
  }
  if (filled - start > LIMITS.hashedLength) throw wrong(line, `at most ${LIMITS.hashedLength} conditions`);
  isAny[rule] = joint === or ? 1 : 0;
  starts[rule + 1] = filled;
}

/** A moving position in a text. */
class Scan {
  readonly #text: Uint8Array;
  #at: number;

  constructor(text: Uint8Array, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Reads the number at the current position; null if there is none, or it has leading zeros. */
  number(): number | null {
    const from = this.#at;
    let number = 0;
    for (;;) {
      const digit = (this.#text[this.#at] as number) - zero;
      if (!(digit >= 0 && digit <= 9)) break;
      number = 10 * number + digit;
      this.#at += 1;
    }
    const length = this.#at - from;
    const isPlain = length > 0 && (length === 1 || this.#text[from] !== zero);
    return isPlain ? number : null;
  }

  sign(): number {
    this.#at += 1;
    return this.#text[this.#at - 1] as number;
  }
}

function conditionsIn(line: Uint8Array): Predicate[] {
  try {
    const read = predicatesSchema.safeParse(
      parseCanonical(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line)),
    );
    if (read.success && read.data.length <= LIMITS.hashedPredicates) return read.data;
  } catch (error) {
    if (!(error instanceof LogError || error instanceof TypeError)) throw error;
  }
  throw wrong(1, `at most ${LIMITS.hashedPredicates} conditions as canonical JSON`);
}

function countOf(byte: number, text: Uint8Array): number {
  let count = 0;
  for (const one of text) if (one === byte) count += 1;
  return count;
}

function wrong(line: number, expected: string): LogError {
  return new LogError("rule-list", `line ${line} of a list of rules: expected ${expected}`);
}

/** Returns the list that settings name by its hash; null if the log contains the rules, and in an audit. */
export function listNamedIn({ learner }: StudySettings): Extract<HypothesisSpec, { kind: "listed" }> | null {
  return "hypotheses" in learner && learner.hypotheses.kind === "listed" ? learner.hypotheses : null;
}

/** Approximate bytes of text in one line of a record. */
const pieceBytes = 65_536;

/** Yields the text in whole lines, one piece for each line of a record: `{"rules":"…"}`. */
export function* ruleListPieces(text: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let at = 0; at < text.length; ) {
    const next = pieceEnd(text, at);
    yield canonicalJson({ rules: decoder.decode(text.subarray(at, next)) });
    at = next;
  }
}

function pieceEnd(text: Uint8Array, at: number): number {
  const end = text.indexOf(lf, at + pieceBytes);
  return end === -1 ? text.length : end + 1;
}
