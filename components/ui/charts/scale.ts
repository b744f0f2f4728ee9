import * as t from "#messages/charts.ts";
import { formatNumber } from "#server/format.ts";
import type { Across } from "./series.ts";

/** Returns a round number not below `value` that a few ticks divide evenly: 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, ... */
export function niceTop(value: number): number {
  if (!(value > 0)) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((each) => each * magnitude >= value * (1 - 1e-9)) ?? 10;
  return step * magnitude;
}

/** Returns at most five ticks from 0 to `top`; whole numbers for counts. */
export function ticksTo(top: number, wholeOnly = false): number[] {
  const parts = [4, 3, 2, 1].find((count) => isRoundStep(top / count, wholeOnly)) ?? 1;
  return Array.from({ length: parts + 1 }, (_, index) => (top * index) / parts);
}

function isRoundStep(step: number, wholeOnly: boolean): boolean {
  if (wholeOnly && !Number.isInteger(step)) return false;
  const digits = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return [1, 2, 2.5, 5].some((each) => Math.abs(digits - each) < 1e-9);
}

/** The vertical scale of shares in 100. */
export const inHundredFrame = { top: 100, ticks: [0, 25, 50, 75, 100], tickWords: formatNumber };

/** Returns the first, the middle and the last round, each once. */
export function roundTicks(rounds: readonly number[]): number[] {
  const [first, last] = [rounds.at(0), rounds.at(-1)];
  if (first === undefined || last === undefined) return [];
  const middle = rounds[Math.floor((rounds.length - 1) / 2)] ?? first;
  return last - first < 4 ? [...new Set(rounds)] : [...new Set([first, middle, last])];
}

/**
 * Returns the powers of ten from the first to the last round, for a logarithmic scale; the two ends if there is no
 * other.
 */
export function decadesOf(rounds: readonly number[]): number[] {
  const [first = 1, last = 1] = [rounds.at(0), rounds.at(-1)];
  const powers = Array.from({ length: 10 }, (_, power) => 10 ** power);
  const inside = powers.filter((power) => power >= first && power <= last);
  return inside.length > 1 ? inside : roundTicks(rounds);
}

/** Labels ticks as "1 … round 32 … 63": what is counted is named at the middle tick, or at the only one. */
export function namedTicks(ticks: readonly number[], across: Across = "round"): (tick: number) => string {
  const named = ticks[Math.floor(ticks.length / 2)];
  return (tick) => (tick === named ? t.tick({ across, count: tick }) : formatNumber(tick));
}

/** Returns the domain from the first to the last round, with some space around a single one. */
export function roundDomain(rounds: readonly number[]): [number, number] {
  const [first = 0, last = 1] = [rounds.at(0), rounds.at(-1)];
  return first === last ? [first - 0.5, last + 0.5] : [first, last];
}

/**
 * Returns the margins at the sides of a chart, smaller where the marks would get less than a third of its width: a chart
 * that is measured while its page is laid out can be narrower than the margins.
 */
export function sideMargins(
  width: number,
  { left, right }: { left: number; right: number },
): { marginLeft: number; marginRight: number } {
  const share = Math.min(1, (2 * width) / 3 / (left + right));
  return { marginLeft: left * share, marginRight: right * share };
}

/**
 * Moves labels apart: in their order from top to bottom, at least `gap` between two, none beyond the ends.
 *
 * @param places ideal positions, in pixels from the top
 * @returns adjusted positions, in the order given
 */
export function spread(places: readonly number[], gap: number, height: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  let least = 0;
  for (const label of order) {
    label.place = Math.max(label.place, least);
    least = label.place + gap;
  }
  let most = height;
  for (const label of order.toReversed()) {
    label.place = Math.min(label.place, most);
    most = label.place - gap;
  }
  const moved: number[] = [];
  for (const { place, index } of order) moved[index] = place;
  return moved;
}
