import type { Features } from "#server/learner/config/spec.ts";
import { type Influence, influencesOn } from "#server/study/policy/influences.ts";
import { neededColumns } from "#server/study/policy/needed-columns.ts";
import type { PolicyFile } from "#server/study/policy/policy-file.ts";
import { type SmallestChanges, smallestChanges } from "#server/study/policy/smallest-changes.ts";

/** What moved the chance of one person. */
export type ExplainedChance = {
  readonly influences: readonly Influence[];
  readonly up: SmallestChanges;
  readonly down: SmallestChanges;
  /** The columns that rules use, with the person's cells. */
  readonly columns: readonly (PolicyFile["columns"][number] & { readonly cell: string | null })[];
};

/** The most conditions that an explanation lists: those with the greatest weight. */
const mostInfluences = 12;

/** Explains the chance of one person under the policy of a round. @param input.chance as logged */
export function explainChance(input: {
  readonly policy: PolicyFile;
  readonly person: Features;
  readonly chance: string;
}): ExplainedChance {
  const { policy, person, chance } = input;
  const needed = neededColumns(policy);
  return {
    influences: influencesOn(policy, person).slice(0, mostInfluences),
    ...smallestChanges(policy, { person, chance: Number(chance) }),
    columns: policy.columns.flatMap((column, place) =>
      needed.has(column.name) ? [{ ...column, range: null, values: null, cell: person[place] ?? null }] : [],
    ),
  };
}
