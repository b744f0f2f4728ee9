import * as t from "#messages/fileProblems.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { DEFAULTS, LIMITS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type PastRecord, recordsOf } from "#server/learner/policy/records-prior.ts";
import { readCell } from "#server/study/cells/read-cell.ts";
import type { PeopleDraft } from "#server/study/draft.ts";
import { refuse } from "#server/study/files/limits.ts";
import { type PreparedPeople, preparePeople } from "#server/study/files/people/prepare-people.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import type { RecordsMatch } from "#server/study/records.ts";
import { learnerRefusal } from "#server/study/settings/learner-refusals.ts";

type Records = {
  readonly packed: PackedFile;
  readonly match: RecordsMatch;
  /** The study's people, if both files identify people; otherwise they cannot be compared. */
  readonly studied: { readonly packed: PackedFile; readonly people: PeopleDraft } | null;
};

export type RecordsCheck = {
  readonly yesCount: number;
  readonly noCount: number;
  /** Records with an unknown outcome, which are skipped. */
  readonly unknownCount: number;
  /** Rows left out because of errors in them. */
  readonly leftOut: number;
  /** With past chances: how many records would weigh more than the limit. */
  readonly cutCount: number | null;
  readonly problems: PreparedPeople["problems"];
};

/** Counts the past records of a file, read as the operator decided. */
export function checkRecords(input: Records): Result<RecordsCheck> {
  return toResult(() => {
    const { records, problems, leftOut, unknownCount } = read(input);
    const yesCount = records.filter(({ label }) => label === 1).length;
    const noCount = records.length - yesCount;
    const isCut = ({ chance = 1 }: PastRecord) => chance * LIMITS.recordedWeight < 1;
    const cutCount = input.match.chance && records.filter(isCut).length;
    return { yesCount, noCount, unknownCount, leftOut, cutCount, problems };
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
    if (records.length === 0) refuse({ message: t.noRecords() });
    const rules = hypothesisClass(spec.columns, spec.hypotheses);
    const pace = Number((spec.guarded ?? DEFAULTS.guarded).pace);
    const { none, all } = spec.prior ?? { none: DEFAULTS.constantShare, all: DEFAULTS.constantShare };
    try {
      const found = recordsOf(rules, records, { roundSize: spec.roundSize, pace });
      return { kind: "records", keep: DEFAULTS.keep, none, all, ...found };
    } catch (error) {
      if (!(error instanceof LearnerError)) throw error;
      return refuse({ message: t.recordsRefused({ reason: learnerRefusal(error) }) });
    }
  });
}

/** @throws refuses "bad-input" if a past person is in the study too, or a past chance is not in (0, 1] */
function read({ packed, match, studied }: Records) {
  const prepared = preparePeople(unpackFile(packed), match.people);
  const { features, outcomes, problems, leftOut } = prepared;
  if (studied !== null) requireOthers(prepared, studied);
  const wrong: string[] = [];
  const records = outcomes.flatMap((outcome, index): PastRecord[] => {
    const cells = features[index];
    if (outcome === null || cells === undefined) return [];
    const individual = match.order.map((place) => cells[place] ?? null);
    const label = outcome === "yes" ? 1 : 0;
    if (match.chance === null) return [{ individual, label }];
    const cell = cells[match.chance.place] ?? "";
    const chance = Number(readCell(cell, match.chance.reading) ?? Number.NaN);
    if (!(chance > 0 && chance <= 1)) wrong.push(cell);
    return [{ individual, label, chance }];
  });
  if (wrong.length > 0) refuse({ message: t.recordsChance({ count: wrong.length, cell: wrong[0] ?? "" }) });
  const unknownCount = outcomes.length - records.length;
  return { records, problems, unknownCount, leftOut: leftOut.withErrors + leftOut.asOutliers };
}

/** Refuses past records of people whom the study will decide about. */
function requireOthers(
  { identifiers }: PreparedPeople,
  { packed, people }: NonNullable<Records["studied"]>,
): void {
  const known = new Set(preparePeople(unpackFile(packed), people).identifiers.map((each) => each.join(" ")));
  const both = identifiers.map((each) => each.join(" ")).filter((each) => known.has(each));
  if (both.length === 0) return;
  refuse({ message: t.recordsOfPeople({ count: both.length, name: both[0] ?? "" }) });
}
