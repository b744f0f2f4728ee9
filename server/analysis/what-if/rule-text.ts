import type { PanelRule } from "#server/learner/config/spec.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";

/** A rule as it is typed and kept in an address, or what is wrong with it. */
export type ReadRule = { readonly rule: PanelRule } | { readonly wrong: RuleProblem };

type RuleProblem = {
  /** The character at which reading stopped, from 1. */
  readonly at: number;
  readonly problem:
    | "depth"
    | "unknown"
    | "zero"
    | "share"
    | "end"
    | "seat"
    | "sum"
    | "missing"
    | "number"
    | "sign";
  /** The word or sign that the problem is about, or the deepest nesting; "" if there is none. */
  readonly word: string;
};

/**
 * Reads a monotone rule of flags as it is typed: "3" flags, a share "2/3" of the panel, a seat "s1", "weights(s1=2,
 * s2=1; 2)", and "any(...)" or "all(...)" of such rules with commas between them. There is no "not", so an additional
 * flag never removes a report.
 *
 * @param seats every seat of the study: the auditors of the rule are numbers in it
 */
export function readRule(text: string, seats: readonly string[]): ReadRule {
  const reader = new Reader(text, seats);
  try {
    const rule = reader.rule();
    reader.end();
    return { rule };
  } catch (error) {
    if (!(error instanceof RuleTextError)) throw error;
    return { wrong: error.problem };
  }
}

/** Writes a rule as the text that {@link readRule} reads. */
export function writeRule(rule: PanelRule, seats: readonly string[]): string {
  switch (rule.kind) {
    case "at-least":
      return String(rule.flags);
    case "share":
      return `${rule.gamma.numerator}/${rule.gamma.denominator}`;
    case "auditor":
      return seats[rule.auditor] ?? "";
    case "weighted": {
      const named = rule.weights.flatMap((weight, seat) =>
        weight === "0" ? [] : [`${seats[seat] ?? ""}=${weight}`],
      );
      return `weights(${named.join(", ")}; ${rule.threshold})`;
    }
    default:
      return `${rule.kind}(${rule.rules.map((part) => writeRule(part, seats)).join(", ")})`;
  }
}

class RuleTextError extends Error {
  readonly problem: RuleProblem;

  constructor(problem: RuleProblem) {
    super(`${problem.problem} at character ${problem.at}`);
    this.problem = problem;
  }
}

/** The maximum nesting: a deeper rule would have a sentence that readers cannot follow. */
const maxDepth = 8;

class Reader {
  readonly #text: string;
  readonly #seats: readonly string[];
  #at = 0;

  constructor(text: string, seats: readonly string[]) {
    this.#text = text;
    this.#seats = seats;
  }

  rule(depth = 1): PanelRule {
    if (depth > maxDepth) throw this.#wrong("depth", String(maxDepth));
    const word = this.#word();
    if (word === "any" || word === "all") {
      return { kind: word, rules: this.#list(() => this.rule(depth + 1)) };
    }
    if (word === "weights") return this.#weights();
    if (this.#seats.includes(word)) return { kind: "auditor", auditor: this.#seats.indexOf(word) };
    const [, flags = "", denominator] = /^([0-9]{1,6})(?:\/([0-9]{1,6}))?$/.exec(word) ?? [];
    if (flags === "") throw this.#wrong("unknown", word);
    if (denominator === undefined) {
      if (Number(flags) < 1) throw this.#wrong("zero");
      return { kind: "at-least", flags: Number(flags) };
    }
    const gamma = { numerator: Number(flags), denominator: Number(denominator) };
    if (gamma.numerator < 1 || gamma.numerator > gamma.denominator) throw this.#wrong("share", word);
    return { kind: "share", gamma };
  }

  end(): void {
    this.#blanks();
    if (this.#at < this.#text.length) throw this.#wrong("end", this.#text.slice(this.#at));
  }

  #weights(): PanelRule {
    this.#sign("(");
    const weights = this.#seats.map(() => "0");
    do {
      const seat = this.#word();
      const place = this.#seats.indexOf(seat);
      if (place < 0) throw this.#wrong("seat", seat);
      this.#sign("=");
      weights[place] = this.#decimal();
    } while (this.#takes(","));
    this.#sign(";");
    const threshold = this.#decimal();
    this.#sign(")");
    if (Number(threshold) <= 0) throw this.#wrong("sum");
    return { kind: "weighted", weights, threshold };
  }

  #list(part: () => PanelRule): PanelRule[] {
    const parts: PanelRule[] = [];
    this.#sign("(");
    do parts.push(part());
    while (this.#takes(","));
    this.#sign(")");
    return parts;
  }

  #word(): string {
    this.#blanks();
    const [word = ""] = /^[^\s(),;=]*/.exec(this.#text.slice(this.#at)) ?? [];
    if (word === "") throw this.#wrong("missing");
    this.#at += word.length;
    return word;
  }

  #decimal(): string {
    const word = this.#word();
    if (!isDecimal(word) || word.startsWith("-") || word.includes("e")) {
      throw this.#wrong("number", word);
    }
    return word;
  }

  #sign(sign: string): void {
    if (!this.#takes(sign)) throw this.#wrong("sign", sign);
  }

  #takes(sign: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #blanks(): void {
    while (this.#text[this.#at] === " ") this.#at += 1;
  }

  #wrong(problem: RuleProblem["problem"], word = ""): RuleTextError {
    return new RuleTextError({ at: this.#at + 1, problem, word });
  }
}
