import { niceTop, ticksTo } from "#components/ui/charts/scale.ts";
import type { ChartShape } from "#components/ui/charts/series.ts";
import * as t from "#messages/simulations.ts";
import { reportsOf, type WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { liveRegret } from "#server/analysis/what-if/live-regret.ts";
import { formatSignificant } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { RunMeasure, RunsPageState } from "./page-state.ts";

type RunCourse = Outputs["simulations"]["compare"][number];

/** Look of a line: it is identified by its letter, its dashes and its colour. */
export type LineLook = {
  readonly letter: string;
  readonly stroke: string;
  readonly strokeDasharray: string;
};

const dashes = ["none", "7 3", "2 3", "9 3 2 3", "1 4", "12 4", "5 2 1 2 1 2", "4 4"];

/** @internal */
export const looks: readonly LineLook[] = dashes.map((strokeDasharray, place) => ({
  letter: String.fromCharCode(65 + place),
  stroke: `var(--series-${(place % 5) + 1})`,
  strokeDasharray,
}));

export type LinePoint = { readonly round: number; readonly value: number };

/**
 * A compared run: its mean, and behind it each of its seeds. For an estimate, the ends of its interval instead of
 * seeds.
 */
export type RunLine = {
  readonly id: string;
  readonly name: string;
  readonly look: LineLook;
  /** How the numbers were obtained. A chart states the weakest of its lines. */
  readonly kind: "exact" | "estimated";
  readonly mean: readonly LinePoint[];
  readonly each: readonly (readonly LinePoint[])[];
  /** The proven bound, where there is one. */
  readonly bound: readonly LinePoint[];
  /** Where it is proven. */
  readonly proof: RunCourse["proof"];
};

/** Returns the lines of a measure. Runs that do not measure it have none. */
export function runLines(courses: readonly RunCourse[], measure: RunMeasure): RunLine[] {
  return courses.flatMap(({ id, name, rounds, violations, regret, lagrangian, proof, bounds }, place) => {
    const course = { reports: violations, regret, lagrangian }[measure];
    const look = looks[place];
    if (course === null || look === undefined) return [];
    const points = (values: readonly (number | null)[]) =>
      values.flatMap((value, index) => (value === null ? [] : [{ round: rounds[index] ?? 0, value }]));
    const bound = measure === "lagrangian" ? [] : points(bounds[measure]);
    const { kind, mean, each } = course;
    return [{ id, name, look, kind, mean: points(mean), each: each.map(points), bound, proof }];
  });
}

/** Fewest rounds for which a regret estimate is drawn: the interval of fewer would fill the chart. */
const fewestRegretRounds = 5;

/**
 * Line of the real study: its reports are counted, its regret is estimated. null before the second round, or before
 * the fifth that contributes to a regret.
 *
 * @param rounds its closed rounds, oldest first
 */
export function liveLine(rounds: readonly WhatIfRound[], measure: RunMeasure): RunLine | null {
  // its Lagrangian regret cannot be estimated: the best fair policy is not known
  if (measure === "lagrangian") return null;
  const line = { id: "live", name: t.liveName(), look: liveLook, bound: [], proof: null };
  const own = measure === "reports" ? countedReports(rounds) : estimatedRegret(rounds);
  const fewest = measure === "reports" ? 2 : fewestRegretRounds;
  return own.mean.length < fewest ? null : { ...line, ...own };
}

function countedReports(rounds: readonly WhatIfRound[]): Pick<RunLine, "kind" | "mean" | "each"> {
  let reports = 0;
  const mean = rounds.map((round, index) => {
    const isReported = reportsOf(round);
    if (round.pairs.some(([, , flags]) => flags > 0 && isReported(flags))) reports += 1;
    return { round: index + 1, value: reports };
  });
  return { kind: "exact", mean, each: [] };
}

function estimatedRegret(rounds: readonly WhatIfRound[]): Pick<RunLine, "kind" | "mean" | "each"> {
  const points = liveRegret(rounds)?.points ?? [];
  const ends = (key: "low" | "high") =>
    points
      .slice(fewestRegretRounds - 1)
      .flatMap(({ t, interval }) => (interval === null ? [] : [{ round: t, value: interval[key] }]));
  const mean = points.map(({ t, errors }) => ({ round: t, value: errors }));
  return { kind: "estimated", mean, each: [ends("low"), ends("high")] };
}

const liveLook: LineLook = { letter: "S", stroke: "var(--ink)", strokeDasharray: "none" };

/** Keeps the points above zero, as a logarithmic scale needs. The line is broken at the others. */
export function positive(points: readonly LinePoint[]): LinePoint[] {
  return points.map(({ round, value }) => ({ round, value: value > 0 ? value : Number.NaN }));
}

/** Returns the frame of a chart of these lines, of which there is at least one. */
export function frameOf(
  lines: readonly RunLine[],
  { isLog, hasBounds }: Pick<RunsPageState, "isLog" | "hasBounds">,
): ChartShape {
  const all = lines.flatMap(({ mean, each, bound }) => [
    ...mean,
    ...each.flat(),
    ...(hasBounds ? bound : []),
  ]);
  const [first, last] = [
    Math.min(...all.map(({ round }) => round)),
    Math.max(...all.map(({ round }) => round)),
  ];
  // Runs are sampled more often at their beginning, so the tick between the ends goes in the middle.
  const rounds = [first, Math.round((first + last) / 2), last];
  const values = all.map(({ value }) => value).filter((value) => !isLog || value > 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shared = { rounds, labels: [] };
  if (!isLog) {
    const top = niceTop(Math.max(high, 1));
    const bottom = low < 0 ? -niceTop(-low) : 0;
    return {
      ...shared,
      top,
      bottom,
      ticks: [...(bottom < 0 ? [bottom] : []), ...ticksTo(top)],
      tickWords: formatSignificant,
    };
  }
  const [from, to] = values.length === 0 ? [0, 1] : [decade(low, Math.floor), decade(high, Math.ceil)];
  const highest = Math.max(to, from + 1);
  const ticks = Array.from({ length: highest - from + 1 }, (_, index) => 10 ** (from + index));
  return { ...shared, isLog, bottom: 10 ** from, top: 10 ** highest, ticks, tickWords: formatSignificant };
}

function decade(value: number, round: (exponent: number) => number): number {
  return round(Number(Math.log10(value).toFixed(9)));
}

/** Slopes of proven bounds: T^1/2, T^3/4 and T^4/5. */
const slopes = [
  { slope: 1 / 2, name: "1/2" },
  { slope: 3 / 4, name: "3/4" },
  { slope: 4 / 5, name: "4/5" },
];

/** Returns the guide lines on a logarithmic scale, from the upper right corner down to the edge of the frame. */
export function guidesOf({ rounds, top, bottom = 1 }: ChartShape) {
  const last = rounds.at(-1) ?? 1;
  return slopes.map(({ slope, name }, index) => {
    const first = Math.max(rounds[0] ?? 1, last * (bottom / top) ** (1 / slope));
    const at = (round: number) => ({ round, value: top * (round / last) ** slope });
    return { word: index === 0 ? t.slopeGuide({ slope: name }) : name, points: [at(first), at(last)] };
  });
}

/** Returns the slope of a line over its last tenfold of rounds, on logarithmic scales; null if there is none. */
export function slopeOf(points: readonly LinePoint[]): number | null {
  const last = points.at(-1);
  const first = points.filter(({ round }) => last && round <= last.round / 10).at(-1);
  if (first === undefined || last === undefined || first.value <= 0 || last.value <= 0) return null;
  return Math.log(last.value / first.value) / Math.log(last.round / first.round);
}
