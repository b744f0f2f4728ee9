import type { PeopleDraft } from "#server/draft/draft.ts";
import { preparePeople } from "#server/files/people/prepare-people.ts";
import { refuse } from "#server/files/reading/limits.ts";
import { type OrRefused, orRefused } from "#server/files/reading/or-refused.ts";
import { type PackedFile, unpackFile } from "#server/files/reading/packed-file.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { parseNumber } from "#server/learner/numbers/decimal.ts";
import type { Features, LearnerSpec, Prior } from "#server/learner/spec/spec.ts";
import {
  meanOf,
  type Nearness,
  nearness,
  type ShareRange,
  sharesFor,
  startChances,
} from "#server/learner/start.ts";

/** Where a study starts, over the people of its file. */
export type Start = {
  /** What the spec is to hold, where the people had to tell; null: as it stands. */
  readonly prior: Prior | null;
  /** How many people were looked at, and of how many. */
  readonly lookedAt: number;
  readonly count: number;
  /** Chances before anything is learned. */
  readonly mean: number;
  readonly smallest: number;
  readonly largest: number;
  /** How far they lie from the score in use; null without one. */
  readonly score: Nearness | null;
};

/** Answers of rules that are looked up at most: a few seconds. Larger files are looked at in even steps. */
const mostAnswers = 500_000_000;

/**
 * Computes the starting chances of a file's people, and solves what only they can tell.
 *
 * @param input.wanted the wanted mean chance, a decimal; null unless a share is wanted
 * @throws refuses "bad-input" if nobody can be read, or if no start has the wanted share
 */
export function findStart(input: {
  packed: PackedFile;
  people: PeopleDraft;
  spec: LearnerSpec;
  wanted: string | null;
}): OrRefused<Start> {
  const { spec, wanted } = input;
  return orRefused(() => {
    const { features } = preparePeople(unpackFile(input.packed), input.people);
    if (features.length === 0) refuse({ message: "Nobody can be read from the file of people: see step 2." });
    const rules = hypothesisClass(spec.columns, spec.hypotheses);
    const people = evenly(features, rules.size);
    const seen = { lookedAt: people.length, count: features.length };
    const cold = startChances(spec.prior, rules, people);
    if (wanted === null)
      return { prior: null, ...seen, ...summary(cold), score: scoreOf(spec, cold, people) };
    const prior = solved(wanted, meanOf(cold));
    return { prior, ...seen, ...summary(startChances(prior, rules, people)), score: null };
  });
}

function solved(wanted: string, coldMean: number): Prior {
  const found = sharesFor(parseNumber(wanted), coldMean);
  if ("shares" in found) return { kind: "constants", ...found.shares };
  const message = `With these rules and people the share can lie between ${rangeInWords(found.range)} in 100.`;
  return refuse({ field: "prior.share", message });
}

/** Rounded inwards, so that what is named can be had; but for what sums are off by. */
function rangeInWords({ least, most }: ShareRange): string {
  const [low, high] = [Math.ceil(1_000 * least - slack), Math.floor(1_000 * most + slack)];
  return `${low / 10} and ${high / 10}`;
}

const slack = 1e-7;

function evenly(features: readonly Features[], ruleCount: number): readonly Features[] {
  const step = Math.ceil((features.length * ruleCount) / mostAnswers);
  return step <= 1 ? features : features.filter((_, index) => index % step === 0);
}

function summary(chances: readonly number[]): Pick<Start, "mean" | "smallest" | "largest"> {
  const least = (a: number, b: number) => Math.min(a, b);
  const most = (a: number, b: number) => Math.max(a, b);
  return { mean: meanOf(chances), smallest: chances.reduce(least, 1), largest: chances.reduce(most, 0) };
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
