import * as t from "#messages/explanation.ts";
import { formatChoice } from "#server/format.ts";
import type { Predicate } from "#server/learner/config/spec.ts";
import type { Explanation } from "#server/results/explanations/read-explanation.ts";
import type { OtherValue } from "#server/study/policy/other-values.ts";
import type { SmallChange } from "#server/study/policy/smallest-changes.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import { cellInWords } from "#server/study/words.ts";
import type { ExplainedChance } from "#server/workers/explanation-tasks.ts";

type Columns = ExplainedChance["columns"];

/** Describes what an influence is about: a condition of the rules, or the interval of a column. */
export function influenceWords(
  { about }: Pick<ExplainedChance["influences"][number], "about">,
  columns: Columns,
): string {
  if (about.kind === "condition") return conditionWords(about.condition as Predicate, columns);
  const { above, atMost } = about;
  const column = labelOf(columns, about.column);
  const say = (value: string) => valueWords(columns, about.column, value);
  if (above !== null && atMost !== null) return t.between({ column, above: say(above), atMost: say(atMost) });
  if (above !== null) return t.aboveOnly({ column, above: say(above) });
  return atMost === null ? t.blank({ column }) : t.atMostOnly({ column, atMost: say(atMost) });
}

/** Describes a condition, comparisons of plain numbers without symbols: "income at most 2,000". */
function conditionWords(condition: Predicate, columns: Columns): string {
  const { test, value, blank } = condition;
  const column = labelOf(columns, condition.column);
  const isPlain = columns.every(({ name, words }) => name !== condition.column || !Object.keys(words).length);
  if (isPlain && blank !== "pass") {
    const shown = valueWords(columns, condition.column, value);
    if (test === "above") return t.aboveOnly({ column, above: shown });
    if (test === "at-most") return t.atMostOnly({ column, atMost: shown });
  }
  return ruleWordsIn(columns).condition(condition);
}

/** Describes a change of one cell or two: "Income: 2,000 instead of 1,500, and debts: 3 instead of 5". */
export function cellChangeWords({ cells }: SmallChange, columns: Columns): string {
  const [first = "", second] = cells.map(({ column, to }) => {
    const before = columns.find(({ name }) => name === column)?.cell ?? null;
    return t.changeTo({
      column: labelOf(columns, column),
      to: otherWords(columns, column, to),
      from: before === null ? t.noValue() : valueWords(columns, column, before),
    });
  });
  return second === undefined ? first : t.and({ first, second });
}

type Reports = Explanation["reports"];

/** Describes the reported pairs of a person: for each side, how many pairs got which number of flags. */
export function reportedPairWords({
  pairs,
  seatCount: seats,
}: Reports): { title: string; lines: string[] }[] {
  const sides = Map.groupBy(pairs, ({ isHigher }): "higher" | "lower" => (isHigher ? "higher" : "lower"));
  return [...sides].map(([side, ofSide]) => {
    const alike = Map.groupBy(ofSide, ({ flagCount, isAnnulled }) => `${flagCount} ${isAnnulled}`);
    return {
      title: t.reported({ side, count: ofSide.length }),
      lines: [...alike.values()].flatMap(([first, ...others]) =>
        first === undefined
          ? []
          : [
              t.flagged({
                ...{ flags: first.flagCount, isAnnulled: first.isAnnulled },
                ...{ seats, count: 1 + others.length },
              }),
            ],
      ),
    };
  });
}

function otherWords(columns: Columns, column: string, to: OtherValue): string {
  if (to.kind === "values") return formatChoice(to.values.map((value) => valueWords(columns, column, value)));
  const value = valueWords(columns, column, to.value);
  return to.kind === "above" ? t.moreThan({ value }) : value;
}

function labelOf(columns: Columns, column: string): string {
  return columns.find(({ name }) => name === column)?.label ?? column;
}

function valueWords(columns: Columns, column: string, value: string): string {
  const field = columns.find(({ name }) => name === column);
  return (field && cellInWords(value, field)) ?? value;
}
