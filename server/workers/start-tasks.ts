import * as t from "#messages/fileProblems.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec, Prior } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import {
  meanOf,
  type Nearness,
  nearness,
  type ShareRange,
  sharesFor,
  startChances,
} from "#server/learner/start/chances.ts";
import { askedRules } from "#server/learner/start/even-start.ts";
import { startPicture } from "#server/learner/start/picture.ts";
import type { PeopleDraft } from "#server/study/draft.ts";
import { refuse } from "#server/study/files/limits.ts";
import { preparePeople } from "#server/study/files/people/prepare-people.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import type { CureName } from "#server/study/start/cures.ts";
import { cureFor, wantedPicks } from "#server/study/start/cures.ts";
import { startWarnings, type WarningKind } from "#server/study/start/warnings.ts";
import { startFigures, viewOf } from "./start-view.ts";

type Source = { readonly packed: PackedFile; readonly people: PeopleDraft };

/** The settings of a start. @param wanted the wanted mean chance, a decimal; null unless a share is wanted */
type Settings = { readonly spec: LearnerSpec; readonly wanted: string | null };

/** The most answers of rules that are evaluated: about half a second. Larger files are sampled in even steps. */
const maxAnswers = 50_000_000;
/** The most answers of rules that are evaluated for each cure. */
const maxAnswersOfCure = 10_000_000;

/**
 * Computes a start that depends on the people of the file.
 *
 * @returns the start that has the wanted share; null unless one is wanted
 * @throws refuses "bad-input" if no person can be read, or if no start has the wanted share
 */
export function solveStart({
  packed,
  people,
  spec,
  wanted,
}: Source & Settings): Result<{ prior: Prior | null }> {
  return toResult(() => {
    if (wanted === null) return { prior: null };
    const rules = hypothesisClass(spec.columns, spec.hypotheses);
    const seen = evenly(readFeatures({ packed, people }).features, askedRules(spec, rules), maxAnswers);
    return { prior: solved(wanted, spec, rules, seen) };
  });
}

/**
 * Computes the starting chances of a file's people, the warnings about them, and the effect of each cure.
 *
 * @param input.cures settings for each cure; those without a matching warning are skipped
 * @throws refuses as solveStart
 */
export function pictureStart(
  input: Source & Settings & { cures: readonly (Settings & { name: CureName })[] },
) {
  return toResult(() => {
    const { features, identifiers } = readFeatures(input);
    const rules = hypothesisClass(input.spec.columns, input.spec.hypotheses);
    const positions = evenly([...features.keys()], askedRules(input.spec, rules), maxAnswers);
    const people = positions.map((position) => features[position] as Features);
    const spec =
      input.wanted === null
        ? input.spec
        : { ...input.spec, prior: solved(input.wanted, input.spec, rules, people) };
    const picture = startPicture(spec, rules, people);
    const warnings = startWarnings(picture, parseNumber(spec.alpha));
    const kinds = new Set(warnings.map(({ kind }) => kind));
    return {
      ...viewOf(picture, people, positions, identifiers),
      count: features.length,
      /** How close the chances are to the present score; null without one. */
      score: scoreOf(spec, picture.chances, people),
      warnings,
      /** Suggested changes, each with its effect. */
      cures: input.cures
        .filter(({ name }) => cureFor[name].some((kind) => kinds.has(kind)))
        .flatMap((cure) => effectOf(cure, features, kinds)),
    };
  });
}

function readFeatures({ packed, people }: Source) {
  const { features, identifiers } = preparePeople(unpackFile(packed), people);
  if (features.length === 0) refuse({ message: t.noPeopleInFile() });
  return { features, identifiers };
}

/** Returns the effect of a cure; nothing if it would remove no warning. */
function effectOf(
  { name, spec, wanted }: Settings & { name: CureName },
  features: readonly Features[],
  warned: ReadonlySet<WarningKind>,
) {
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  const people = evenly(features, askedRules(spec, rules), maxAnswersOfCure);
  const result = (share: string | null, each: LearnerSpec) => {
    const picture = startPicture(each, rules, people);
    const left = startWarnings(picture, parseNumber(spec.alpha)).map(({ kind }) => kind);
    const mends = cureFor[name].some((kind) => warned.has(kind) && !left.includes(kind));
    /** `share`, for the cure "share": how many picks in 100. */
    return mends ? [{ name, share, figures: startFigures(picture) }] : [];
  };
  if (wanted === null) return result(null, spec);
  const mean = meanOf(startChances(spec.prior, rules, people));
  const share = reachable(mean);
  const found = sharesFor(share / 100, mean);
  const prior: Prior | undefined = "shares" in found ? { kind: "constants", ...found.shares } : spec.prior;
  return result(String(share), { ...spec, ...(prior && { prior }) });
}

/** Returns the whole number of picks in 100 nearest to the wanted one that the two constants can produce. */
function reachable(mean: number): number {
  const { least, most } = rangeOf(mean);
  return Math.min(Math.floor(100 * most + slack), Math.max(Math.ceil(100 * least - slack), wantedPicks));
}

function rangeOf(mean: number): ShareRange {
  const outside = sharesFor(2, mean);
  if ("shares" in outside) throw new Error("a share above 1 was reached");
  return outside.range;
}

function solved(
  wanted: string,
  spec: LearnerSpec,
  rules: HypothesisClass,
  people: readonly Features[],
): Prior {
  const found = sharesFor(parseNumber(wanted), meanOf(startChances(spec.prior, rules, people)));
  if ("shares" in found) return { kind: "constants", ...found.shares };
  return refuse({ field: "prior.share", message: t.shareRange(inHundred(found.range)) });
}

/** Rounds a range inwards, so that the limits named can be reached; it allows for rounding errors of sums. */
function inHundred({ least, most }: ShareRange): { low: number; high: number } {
  return {
    low: Math.ceil(1_000 * least - slack) / 10,
    high: Math.floor(1_000 * most + slack) / 10,
  };
}

const slack = 1e-7;

function evenly<Item>(items: readonly Item[], ruleCount: number, most: number): readonly Item[] {
  const step = Math.ceil((items.length * ruleCount) / most);
  return step <= 1 ? items : items.filter((_, index) => index % step === 0);
}

function scoreOf(
  { prior, columns }: LearnerSpec,
  chances: readonly number[],
  people: readonly Features[],
): Nearness | null {
  if (prior?.kind !== "score") return null;
  const place = columns.findIndex(({ name }) => name === prior.column);
  return nearness(
    chances,
    people.map((cells) => cells[place] ?? null),
  );
}
