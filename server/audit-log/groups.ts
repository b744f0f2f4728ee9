import type { Features } from "#server/learner/config/spec.ts";
import type { StudySettings } from "./entries.ts";

/** Returns the names of the columns that are groups for reporting only. */
export function groupColumns({ groups = [] }: Pick<StudySettings, "groups">): readonly string[] {
  return groups;
}

/** The cells of a line of the features file, split by purpose. */
export type PersonCells = {
  /** One for each column of the learner. */
  readonly features: Features;
  /** One for each group column. */
  readonly groups: Features;
};

/**
 * Joins cells as the features file and its digests have them: the learner's columns first, then the group columns.
 */
export function joinCells({ features, groups }: PersonCells): Features {
  return [...features, ...groups];
}

/** Splits joined cells into features and groups. */
export function splitCells({ learner }: Pick<StudySettings, "learner">, cells: Features): PersonCells {
  const { length } = learner.columns;
  return { features: cells.slice(0, length), groups: cells.slice(length) };
}
