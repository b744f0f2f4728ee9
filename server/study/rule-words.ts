import * as t from "#messages/ruleWords.ts";
import type { RuleWords } from "#server/learner/classes/rule-words.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { messageKey } from "#server/locale.ts";
import { cellInWords, type FieldWords } from "./words.ts";

/**
 * Returns the words of rules for `hypothesisClass` in the reader's language, with the labels of columns and cells:
 * "duration <= 24 months", "checking account is not below 0 DM". A yes is the name of its column alone: "has
 * publications".
 */
export function ruleWordsIn(fields: readonly FieldWords[]): RuleWords {
  const fieldOf = new Map(fields.map((field) => [field.name, field]));
  const joined = (parts: readonly string[], joint: Parameters<typeof t.joint>[0]["joint"]) =>
    parts.join(t.joint({ joint }));
  return {
    none: t.none(),
    all: t.all(),
    condition: ({ column, test, value, blank }) => {
      const field = fieldOf.get(column);
      const code = field && codeOf(field, test, value);
      const words = field ? (cellInWords(code ?? value, field) ?? code ?? value) : value;
      const asked = code === undefined ? test : "is";
      const isYes = field !== undefined && asked === "is" && words === "yes";
      return t.condition({
        test: isYes ? "yes" : messageKey(asked),
        column: field?.label ?? column,
        value: words,
        orBlank: blank === "pass",
      });
    },
    not: (condition) => t.not({ condition }),
    acceptIf: (conditions, join) =>
      t.acceptIf({
        conditions:
          join === "xor" && conditions.length > 1
            ? t.oddNumber({ conditions: conditions.join("; ") })
            : joined(conditions, join === "and" ? "and" : "or"),
      }),
    acceptInWays: (ways) =>
      t.acceptIf({
        conditions: joined(
          ways.map((way) => joined(way, "and")),
          "orIf",
        ),
      }),
    steps: (steps) =>
      joined([...steps.map(t.step), t.result({ accepts: steps.at(-1)?.accepts !== true })], "otherwise"),
    points: (needed, counted) =>
      t.points({
        needed: String(needed),
        counted: counted
          .map(({ condition, points }) => t.pointsFor({ points: String(points), condition }))
          .join(", "),
      }),
  };
}

/** Returns the code that a comparison selects where 0 and 1 are labelled: "above 0" is 1. */
function codeOf({ type, words }: FieldWords, test: string, value: string): "0" | "1" | undefined {
  const isSwitch = type === "number" && Object.keys(words).sort().join() === "0,1";
  if (!isSwitch || !isDecimal(value) || Number(value) < 0 || Number(value) >= 1) return undefined;
  return test === "above" ? "1" : test === "at-most" ? "0" : undefined;
}
