import * as t from "#messages/setup.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";
import type { Missing, StudyDraft } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { rulesContext } from "#server/study/rules/rules.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";

export type CompleteDraft = {
  readonly draft: StudyDraft & { readonly people: NonNullable<StudyDraft["people"]> };
  readonly reading: PeopleReading;
  readonly context: RulesContext;
};

/**
 * Checks that a draft is complete.
 *
 * @param isNeeded which of the missing things are required
 * @param further other problems, found by the caller
 * @throws DomainError "bad-input" with everything that is missing or wrong
 */
export function requireComplete(
  draft: StudyDraft,
  reading: PeopleReading | null,
  isNeeded: (missing: Missing) => boolean = () => true,
  further: readonly InputProblem[] = [],
): CompleteDraft {
  const missing = missingIn(draft, reading).filter(isNeeded);
  const problems = [
    ...missing.map(({ step, field, message }) => ({ field: `${step}.${field}`, message })),
    ...further,
  ];
  const { people } = draft;
  const context = rulesContext(draft, reading);
  if (problems.length === 0 && people !== null && reading !== null && context !== null) {
    return { draft: { ...draft, people }, reading, context };
  }
  throw new DomainError("bad-input", problems[0]?.message ?? t.needsFile(), problems);
}
