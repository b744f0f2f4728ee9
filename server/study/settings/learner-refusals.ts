import * as t from "#messages/settingProblems.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { LearnerError, LearnerErrorCode } from "#server/learner/numeric/errors.ts";
import { treesListed } from "#server/study/rules/trees.ts";

/** The learner's reasons for rejecting settings, in the words of the form. The form prevents all others. */
const reasons: Partial<Record<LearnerErrorCode, () => string>> = {
  "class-empty": t.classEmpty,
  "types-too-few": t.typesTooFew,
  "class-too-large": t.classTooLarge,
  "class-unlisted": () =>
    t.classUnlisted({ two: treesListed(2), three: treesListed(3), limit: LIMITS.enumeratedRules }),
  "cuts-need-numbers": t.cutsNeedNumbers,
  "horizon-missing": t.horizonMissing,
  "eps-outside-alpha": t.epsOutside,
  "delta-outside": t.deltaOutside,
  "picks-outside": t.picksOutside,
  "picks-need-even-draw": t.picksNeedEvenDraw,
  "picks-fraction": t.picksFraction,
  "setting-missing": t.settingMissing,
  "setting-unused": t.settingUnused,
  "not-a-decimal": t.notADecimal,
  "not-finite": t.notFinite,
  "pair-rule-undefined": t.onePair,
};

/** Returns the learner's reason in words, with its figures. */
export function learnerRefusal({ code, figures }: LearnerError): string {
  const reason = reasons[code]?.() ?? t.learnerOther({ code });
  return figures === undefined ? reason : `${reason} ${t.learnerFigures(figures)}`;
}
