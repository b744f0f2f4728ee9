import type { RuleWords } from "#server/learner/classes/rule-words.ts";
import type { PolicyFile, RuleForm } from "./policy-file.ts";

/** Words a rule of a policy file in the reader's language. */
export function sentenceOf({ conditions }: PolicyFile, form: RuleForm, say: RuleWords): string {
  const words = (condition: number) => {
    const known = conditions[Math.abs(condition) - 1];
    const said = known === undefined ? "" : say.condition(known as Parameters<RuleWords["condition"]>[0]);
    return condition > 0 ? said : say.not(said);
  };
  switch (form.kind) {
    case "none":
      return say.none;
    case "all":
      return say.all;
    case "all-of":
      return say.acceptIf(form.conditions.map(words), "and");
    case "any-of":
      return say.acceptIf(form.conditions.map(words), "or");
    case "odd-of":
      return say.acceptIf(form.conditions.map(words), "xor");
    case "ways":
      return say.acceptInWays(form.ways.map((way) => way.map(words)));
    case "steps":
      return say.steps(form.steps.map((step) => ({ ...step, condition: words(step.condition) })));
    case "points":
      return say.points(
        form.needed,
        form.points.map(({ condition, points }) => ({ condition: words(condition), points })),
      );
  }
}
