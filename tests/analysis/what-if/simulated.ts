import type { StatedTolerance, WhatIfPair, WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import type { HistoryEvent } from "#server/analysis/what-if/history.ts";
import type { ReplayInput } from "#server/analysis/what-if/replay.ts";
import { wordOfTolerance } from "#server/audit-log/tolerance.ts";
import { openRandom, type Random, withRandom } from "#server/learner/numeric/randomness.ts";
import { judge, panels, type SeatedPanel } from "#server/simulation/engine/panels.ts";
import type { PlayedRound } from "#server/simulation/engine/played-round.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { playAll } from "#tests/simulation/engine/small-run.ts";

/** Seats s1, s2, ... of a simulated panel. */
export function seatNames(seatCount: number): string[] {
  return Array.from({ length: seatCount }, (_, place) => `s${place + 1}`);
}

/** A played round as logged: flags on eligible pairs, outcomes of picked people. */
export function asLogged(round: PlayedRound, neededFlags: number): WhatIfRound {
  return explored(round, pairsOf(round.flags), neededFlags, {
    selected: round.decisions,
    outcomes: round.labels.map((label, i) => (round.decisions[i] === 0 ? null : label === 1 ? "yes" : "no")),
  });
}

/**
 * A run and the input of its replay with full knowledge: each seat's verdict on every ordered pair, and each person's
 * outcome. Only for panels and people that do not depend on the policy.
 */
export function playedWithEverythingKnown(spec: RunSpec, roundCount: number) {
  return playedAndKnown(spec, roundCount, (round, panel) => {
    const { flags } = judge(panel, round.policy, round.labels, { eligible: everyPair(round), alpha: 0 });
    return pairsOf(flags);
  });
}

/**
 * A run with panels whose answers depend on the policy, by distances in whole points: every seat states for every ordered
 * pair how far apart the chances may lie, and gives the consistent verdict.
 */
export function playedWithTolerances(spec: RunSpec, roundCount: number) {
  return playedAndKnown(spec, roundCount, (round, { distances }) => {
    const k = round.kinds.length;
    return everyPair(round).map(([high, low]) => {
      const stated = distances.map((table, place): StatedTolerance => {
        const points = 100 * (Number(spec.learner.alpha) + (table[high * k + low] as number));
        return [place, Math.min(100, Math.round(points))];
      });
      const gap = [round.chances[high] ?? "0", round.chances[low] ?? "0"] as const;
      const flagging = stated.filter(([, points]) => wordOfTolerance(gap, points) === "unfair");
      return [high, low, flagging.reduce((set, [place]) => set + 2 ** place, 0), stated];
    });
  });
}

function playedAndKnown(
  spec: RunSpec,
  roundCount: number,
  answersTo: (round: PlayedRound, panel: SeatedPanel) => WhatIfPair[],
) {
  const played = playAll(spec, roundCount);
  const seats = panels(spec.panel, spec.population);
  let panel = seats.start(openRandom(spec.seed, "panel"));
  const rounds = played.map((round) => {
    const seated = seats.seat(panel, { kinds: round.kinds, noiseSeed: "" });
    panel = seated.state;
    return explored(round, answersTo(round, seated.panel), 1, {
      selected: round.people.map(() => 1),
      outcomes: round.labels.map((label) => (label === 1 ? "yes" : "no")),
    });
  });
  return { played, rounds, ...eventsOf(spec, played, rounds) };
}

function everyPair({ kinds }: PlayedRound): (readonly [high: number, low: number])[] {
  const k = kinds.length;
  return Array.from({ length: k * k }, (_, at) => [Math.floor(at / k), at % k] as const).filter(
    ([high, low]) => high !== low,
  );
}

/** The people, the drawn numbers, and the outcomes of these rounds, each at its round's close. */
export function eventsOf(
  spec: RunSpec,
  played: readonly PlayedRound[],
  rounds: readonly WhatIfRound[],
): Pick<ReplayInput, "events" | "cellsOf" | "seats"> {
  let noise = openRandom(spec.seed, "noise");
  let draw = openRandom(spec.seed, "draw");
  const events = played.flatMap((round, index): HistoryEvent[] => {
    const seeds = withRandom(noise, (random) => ({ open: random.seed(), close: random.seed() }));
    const lot = withRandom(draw, (random) => ({
      u: random.uniform(),
      order: spec.learner.draw === "even" ? shuffled(round.kinds.length, random) : [],
    }));
    noise = seeds.state;
    draw = lot.state;
    const number = round.t;
    const values = rounds[index]?.outcomes ?? [];
    return [
      { kind: "opened", round: number, people: round.kinds.map(String), noiseSeed: seeds.result.open },
      { kind: "closed", round: number, ...lot.result, resampleSeed: seeds.result.close },
      ...values.flatMap((value, position): HistoryEvent[] =>
        value === null ? [] : [{ kind: "outcome", round: number, position, value }],
      ),
    ];
  });
  const seatCount = rounds[0]?.seats.length ?? 0;
  const cellsOf = (name: string) => spec.population.kinds[Number(name)]?.features;
  return { events, cellsOf, seats: seatNames(seatCount) };
}

function explored(
  { t, chances, eligibleCount, seatCount }: PlayedRound,
  pairs: readonly WhatIfPair[],
  neededFlags: number,
  known: Pick<WhatIfRound, "selected" | "outcomes">,
): WhatIfRound {
  return {
    number: t,
    seats: seatNames(seatCount),
    neededFlags,
    rule: null,
    pairCount: eligibleCount,
    chances,
    pairs,
    ...known,
  };
}

/** Compares pairs by high, then low. */
function pairsOf(flags: PlayedRound["flags"]): WhatIfPair[] {
  const sets = new Map<string, number>();
  for (const [place, pairs] of flags.entries()) {
    for (const pair of pairs) sets.set(String(pair), (sets.get(String(pair)) ?? 0) + 2 ** place);
  }
  const pairs = [...sets].map(([pair, set]) => {
    const [high = 0, low = 0] = pair.split(",").map(Number);
    return [high, low, set] as const;
  });
  return pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Shuffles like a simulated even draw. */
function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, position) => position);
  for (let last = count - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return order;
}
