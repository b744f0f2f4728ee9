import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { DEFAULTS } from "#server/learner/config/params.ts";
import type { LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type PastRecord, recordsOf } from "#server/learner/policy/records-prior.ts";
import { type PreparedPeople, preparePeople } from "#server/study/files/people/prepare-people.ts";
import { refuse } from "#server/study/files/reading/limits.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import type { RecordsMatch } from "#server/study/records.ts";

type Records = { readonly packed: PackedFile; readonly match: RecordsMatch };

/** Counts of past records. */
export type RecordsCheck = {
  readonly yesCount: number;
  readonly noCount: number;
  /** Records with an unknown outcome, which are skipped. */
  readonly unknownCount: number;
  /** Rows left out because of errors in them. */
  readonly leftOut: number;
  readonly problems: PreparedPeople["problems"];
};

/** Counts the past records of a file, read as the operator decided. */
export function checkRecords(input: Records): Result<RecordsCheck> {
  return toResult(() => {
    const { records, problems, leftOut, unknownCount } = read(input);
    const yesCount = records.filter(({ label }) => label === 1).length;
    return { yesCount, noCount: records.length - yesCount, unknownCount, leftOut, problems };
  });
}

/**
 * Computes the prior from past records and a cold one.
 *
 * @param input.spec with a prior of kind `constants`, which is kept in part
 * @throws refuses "bad-input" if there is nothing to learn from, or if there are too many rules
 */
export function sumRecords(input: Records & { spec: LearnerSpec }): Result<Prior> {
  return toResult(() => {
    const { spec } = input;
    const { records } = read(input);
    if (records.length === 0) refuse({ message: "No past record says how it went: see “Rules start”." });
    const rules = hypothesisClass(spec.columns, spec.hypotheses);
    const pace = Number((spec.guarded ?? DEFAULTS.guarded).pace);
    const { none, all } = spec.prior ?? { none: DEFAULTS.constantShare, all: DEFAULTS.constantShare };
    try {
      const found = recordsOf(rules, records, { roundSize: spec.roundSize, pace });
      return { kind: "records", keep: DEFAULTS.keep, none, all, ...found };
    } catch (error) {
      if (!(error instanceof LearnerError)) throw error;
      return refuse({ message: `Past records cannot be the start of this study: ${error.message}.` });
    }
  });
}

function read({ packed, match }: Records) {
  const { features, outcomes, problems, leftOut } = preparePeople(unpackFile(packed), match.people);
  const records = outcomes.flatMap((outcome, index): PastRecord[] => {
    const cells = features[index];
    if (outcome === null || cells === undefined) return [];
    const individual = match.order.map((place) => cells[place] ?? null);
    return [{ individual, label: outcome === "yes" ? 1 : 0 }];
  });
  const unknownCount = outcomes.length - records.length;
  return { records, problems, unknownCount, leftOut: leftOut.withErrors + leftOut.asOutliers };
}
