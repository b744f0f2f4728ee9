import * as t from "#messages/fileProblems.ts";
import { ruleLine } from "#server/audit-log/rule-list.ts";
import type { InputProblem } from "#server/errors.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Predicate } from "#server/learner/config/spec.ts";
import { problemLimit } from "#server/study/files/limits.ts";
import { ProblemList } from "#server/study/files/reading/problem-list.ts";
import { mostOfCell, type RuleListFacts, shownOfList } from "#server/study/rule-list.ts";
import type { ParsedRule } from "#server/study/rules/listed.ts";
import type { KeyedCondition } from "#server/study/rules/listed-conditions.ts";

/** Rules as lines of the list, or what is wrong. */
export type CollectedRules = {
  /** By their numbers. */
  readonly predicates: readonly Predicate[];
  readonly lines: readonly string[];
  readonly first: RuleListFacts["first"];
  readonly problems: readonly InputProblem[];
  readonly count: number;
};

/** The most characters of a line: 24 conditions with the longest names and cells have fewer. */
const lineLimit = 20_000;

/**
 * Collects the rules of a file, with all problems of single lines and of the list. Beyond the limit, rules are only
 * counted. With too many conditions or wrong lines, reading
 * stops.
 */
export function collectRules(
  lines: Iterable<readonly [number: number, line: string]>,
  read: (line: string) => ParsedRule,
): CollectedRules {
  const list = new RuleCollection();
  let ruleCount = 0;
  for (const [number, line] of lines) {
    ruleCount += 1;
    if (ruleCount > LIMITS.hashedRules) continue;
    list.add(number, line.length > lineLimit ? tooLong() : read(line));
    if (list.isFull || list.hasTooManyWrong) break;
  }
  return list.collected(ruleCount);
}

const tooLong = () => ({ problem: t.lineTooLong({ limit: lineLimit }) });

class RuleCollection {
  /** Whether there are more conditions than a list may have. */
  isFull = false;
  readonly #numbers = new Map<string, number>();
  readonly #predicates: Predicate[] = [];
  /** The line number in the file, by a rule's line in the list. */
  readonly #lines = new Map<string, number>();
  readonly #first: RuleListFacts["first"] = [];
  readonly #wrong = new ProblemList();

  add(number: number, rule: ParsedRule): void {
    const problem = "problem" in rule ? rule.problem : this.#take(number, rule);
    if (problem === null) return;
    this.#wrong.add(() => ({ row: number, message: t.line({ line: number, problem }) }));
  }

  /** Whether reading stops: to say what is wrong with a line takes longer than to read it. */
  get hasTooManyWrong(): boolean {
    return this.#wrong.wrong().count >= problemLimit;
  }

  collected(ruleCount: number): CollectedRules {
    const whole = [
      ...(ruleCount === 0 ? [t.noRule()] : []),
      ...(ruleCount > LIMITS.hashedRules
        ? [t.tooManyRules({ count: ruleCount, limit: LIMITS.hashedRules })]
        : []),
      ...(this.hasTooManyWrong ? [t.tooManyWrongLines({ limit: problemLimit })] : []),
    ].map((message) => ({ message }));
    return {
      predicates: this.#predicates,
      lines: [...this.#lines.keys()],
      first: this.#first,
      problems: [...whole, ...this.#wrong.all()],
      count: whole.length + this.#wrong.wrong().count,
    };
  }

  /** @returns what is wrong with the rule; null if it was added */
  #take(number: number, { isAny, conditions }: Extract<ParsedRule, { isAny: boolean }>): string | null {
    const long = conditions.find(({ predicate }) => predicate.value.length > mostOfCell);
    if (long !== undefined) {
      return t.valueTooLong({ column: long.predicate.column, limit: mostOfCell });
    }
    const numbers = conditions.map((condition) => this.#numberOf(condition)).sort((a, b) => a - b);
    this.isFull = this.#predicates.length > LIMITS.hashedPredicates;
    if (this.isFull) return t.tooManyConditions({ limit: LIMITS.hashedPredicates });
    const line = ruleLine({ isAny, conditions: numbers });
    const twin = this.#lines.get(line);
    if (twin !== undefined) return t.sameAsLine({ line: twin });
    this.#lines.set(line, number);
    if (this.#first.length < shownOfList) {
      this.#first.push({ isAny, conditions: conditions.map(({ predicate }) => predicate) });
    }
    return null;
  }

  #numberOf({ key, predicate }: KeyedCondition): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#predicates.length;
    this.#numbers.set(key, number);
    this.#predicates.push(predicate);
    return number;
  }
}
