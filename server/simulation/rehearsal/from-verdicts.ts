import type { StudySettings } from "#server/audit-log/entries.ts";
import { shownPlaces } from "#server/audit-log/shown.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { Features, LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { type DistanceWeights, weightedDistance } from "#server/simulation/engine/distances.ts";
import { PROMPT } from "#server/simulation/engine/outcomes.ts";
import type { Population } from "#server/simulation/engine/population.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { runCell } from "#server/simulation/run-cell.ts";
import { everyRoundSeries } from "#server/simulation/series.ts";
import { type FittedStrictness, fitStrictness, possibleBlurs } from "./strictness.ts";

/** A closed round of a study. */
export type JudgedRound = {
  /** Features by position; null if erased. */
  readonly people: readonly (Features | null)[];
  /** By position. */
  readonly chances: readonly number[];
  /** Sealed ballots. */
  readonly ballots: readonly (readonly Verdict[])[];
};

/** A running study as its next rounds are simulated. */
export type StudyAhead = {
  readonly rule: PanelRule;
  readonly seats: number;
  readonly docket: StudySettings["presentation"]["docket"];
  readonly population: Population;
};

/** The most verdicts that a panel is fitted to; those of the newest rounds. */
const mostVerdicts = 10_000;

/**
 * Returns the people who may come next.
 *
 * @param people with the chance that their outcome is good
 */
export function populationOf(
  settings: StudySettings,
  people: readonly { readonly features: Features; readonly labelChance: number }[],
): Population {
  const { columns } = settings.learner;
  const places = shownPlaces(settings).filter((place) => place >= 0);
  return {
    columns,
    shownColumns: places.flatMap((place) => columns[place] ?? []),
    kinds: people.map((person) => ({
      ...person,
      shown: places.map((place) => person.features[place] ?? null),
      weight: 1,
    })),
  };
}

/**
 * Fits a panel to its own verdicts "unfair" and "acceptable". Pairs with an erased person are left out.
 *
 * @param rounds oldest first
 * @returns null without such a verdict
 */
export function fitPanel(
  rounds: readonly JudgedRound[],
  { alpha, population }: { readonly alpha: string; readonly population: Population },
): (FittedStrictness & { readonly verdicts: number }) | null {
  const distance = weightedDistance(population.columns, evenWeights(population));
  const answers = rounds
    .toReversed()
    .flatMap(({ people, chances, ballots }) =>
      ballots.flat().flatMap(([high, low, word]) => {
        const [a, b] = [people[high], people[low]];
        if (!a || !b || word === "unsure") return [];
        const gap = 100 * ((chances[high] as number) - (chances[low] as number));
        return [{ gap, distance: distance(a, b), isUnfair: word === "unfair" }];
      }),
    )
    .slice(0, mostVerdicts);
  if (answers.length === 0) return null;
  return { ...fitStrictness(answers, 100 * Number(alpha), possibleBlurs), verdicts: answers.length };
}

/** Pairs to judge, rounds with one and rounds with a report. */
export type AheadCounts = { readonly pairs: number; readonly judged: number; readonly reports: number };

/**
 * Plays a study's next rounds with a panel whose seats all judge alike.
 *
 * @param points how far apart people at opposite ends of all shown columns deserve to be
 * @param onRound called after each round with the number of rounds so far
 * @throws LearnerError as `bindRun`
 */
export async function playAhead(
  { spec, state }: { readonly spec: LearnerSpec; readonly state: LearnerState },
  { rule, seats, docket, population }: StudyAhead,
  { points, seed, rounds }: { readonly points: number; readonly seed: number; readonly rounds: number },
  onRound: (rounds: number) => void,
): Promise<AheadCounts> {
  const weights = Object.fromEntries(
    Object.entries(evenWeights(population)).map(([name, weight]) => [name, (weight * points) / 100]),
  );
  const run: RunSpec = {
    learner: { ...spec, roundSize: Math.min(spec.roundSize, population.kinds.length) },
    ...{ rule, population, seed, hearsPanel: true, outcomes: PROMPT, environment: { kind: "passes" } },
    panel: { auditors: Array.from({ length: seats }, () => ({ kind: "distance", weights })) },
  };
  const cell = {
    key: "",
    learner: "",
    rule: "",
    horizon: rounds,
    seed,
    run,
    state,
    docket,
    hasRegret: false,
  };
  const { series, judgedRounds, violatingRounds } = await runCell(
    { ...cell, series: everyRoundSeries },
    [],
    onRound,
  );
  return { pairs: series?.at(-1)?.verdicts ?? 0, judged: judgedRounds, reports: violatingRounds };
}

/** Returns weights with which people at opposite ends of all shown columns have distance 1. */
function evenWeights({ shownColumns, kinds }: Population): DistanceWeights {
  return Object.fromEntries(
    shownColumns.map(({ name, type }, place) => {
      const cells = kinds.flatMap(({ shown }) => shown[place] ?? []);
      const numbers = type === "number" ? cells.map(Number) : [];
      const width = numbers.reduce(largest, Number.NEGATIVE_INFINITY) - numbers.reduce(smallest, Infinity);
      return [name, 1 / shownColumns.length / (width > 0 ? width : 1)];
    }),
  );
}

const largest = (a: number, b: number) => Math.max(a, b);
const smallest = (a: number, b: number) => Math.min(a, b);
