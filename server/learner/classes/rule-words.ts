import type { Predicate } from "#server/learner/config/spec.ts";

/** Words for rules and conditions, in a language and with names of columns. No number depends on them. */
export type RuleWords = {
  /** The constant rules. */
  readonly none: string;
  readonly all: string;
  readonly condition: (condition: Predicate) => string;
  /** The opposite of a condition. A missing cell answers no, so it makes the "not" true. */
  readonly not: (condition: string) => string;
  /** Accepts if all conditions hold (and), any of them (or), or an odd number (xor). */
  readonly acceptIf: (conditions: readonly string[], join: "and" | "or" | "xor") => string;
  /** Accepts in each of several ways. All conditions of a way must hold. */
  readonly acceptInWays: (ways: readonly (readonly string[])[]) => string;
  /** The first step whose condition holds decides; if none does, the opposite of the last step. */
  readonly steps: (steps: readonly { readonly condition: string; readonly accepts: boolean }[]) => string;
  /** Accepts if the points of the conditions that hold reach a number. */
  readonly points: (
    needed: number,
    counted: readonly { readonly condition: string; readonly points: number }[],
  ) => string;
};

const signs = { "at-most": "<=", above: ">", is: "is", "is-not": "is not" } as const;

/**
 * English words that name columns as the spec does: "duration <= 24", "housing is not A151 (or blank)",
 * "score is blank".
 */
export const plainWords: RuleWords = {
  none: "accept no one",
  all: "accept everyone",
  condition: ({ column, test, value, blank }) =>
    test === "is-blank"
      ? `${column} is blank`
      : `${column} ${signs[test]} ${value}${blank === "pass" ? " (or blank)" : ""}`,
  // In brackets, because "not housing is not own" would be misread.
  not: (condition) => `not (${condition})`,
  acceptIf: (conditions, join) =>
    join === "xor" && conditions.length > 1
      ? `accept if an odd number holds of: ${conditions.join("; ")}`
      : `accept if ${conditions.join(` ${join} `)}`,
  acceptInWays: (ways) => `accept ${ways.map((way) => `if ${way.join(" and ")}`).join(", or ")}`,
  steps: (steps) => {
    const say = (accepts: boolean) => (accepts ? "accept" : "reject");
    const clauses = steps.map(({ condition, accepts }) => `if ${condition}, ${say(accepts)}; else `);
    return clauses.join("") + say(steps.at(-1)?.accepts !== true);
  },
  points: (needed, counted) => {
    const said = counted.map(({ condition, points }) => `${points} for "${condition}"`);
    return `accept if the points reach ${needed}: ${said.join(", ")}`;
  },
};
