import type { RuleForm } from "./policy-file.ts";

/** Returns whether a rule accepts, by the answers to its conditions. @param holds of a condition, or of its opposite if negative */
export function isAccepted(form: RuleForm, holds: (condition: number) => boolean): boolean {
  switch (form.kind) {
    case "none":
      return false;
    case "all":
      return true;
    case "all-of":
      return form.conditions.every(holds);
    case "any-of":
      return form.conditions.some(holds);
    case "odd-of":
      return form.conditions.filter(holds).length % 2 === 1;
    case "ways":
      return form.ways.some((way) => way.every(holds));
    case "steps": {
      const step = form.steps.find(({ condition }) => holds(condition));
      return step === undefined ? form.steps.at(-1)?.accepts === false : step.accepts;
    }
    case "points": {
      const reached = form.points.reduce(
        (sum, { condition, points }) => sum + (holds(condition) ? points : 0),
        0,
      );
      return reached >= form.needed;
    }
  }
}
