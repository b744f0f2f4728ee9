import { DEFAULTS } from "#server/learner/config/defaults.ts";
import { mostReports, reportsUntil } from "#server/learner/guarded/allowance.ts";
import type { RunSums } from "#server/simulation/engine/metrics.ts";
import type { PlayedRound } from "#server/simulation/engine/played-round.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { addFixed, type FixedPolicy, type FixedSums, NO_FIXED } from "./references.ts";
import { guardedRun, type Setting, trace } from "./runs.ts";

/** A table's figures of one run up to round T. Errors are expected errors per person. */
export type Point = {
  readonly violatingRounds: number;
  readonly unfairRounds: number;
  readonly error: number;
  readonly lastQuarter: number;
  readonly judgedShare: number;
  readonly spent: number;
};

/** A guarded run, and the results of fixed policies on the same rounds, by T. */
export type Measured = {
  readonly guarded: ReadonlyMap<number, Point>;
  readonly fixed: ReadonlyMap<number, readonly Point[]>;
  /** Rounds after which the violating ones exceeded the guaranteed and cut ones, or picks did not match the chances. */
  readonly breaches: readonly string[];
};

const settings = {
  allowance: Number(DEFAULTS.guarded.allowance),
  step: Number(DEFAULTS.guarded.step),
  tauStart: Number(DEFAULTS.guarded.tauStart),
};

export const promised = (rounds: number) => mostReports(settings, rounds);

/** The round before the last quarter of T. */
const quarterStart = (rounds: number) => rounds - Math.floor(rounds / 4);

const marksOf = (horizons: readonly number[]) => horizons.flatMap((T) => [quarterStart(T), T]);

function pointAt(found: ReadonlyMap<number, RunSums>, rounds: number): Point {
  const [end, start] = [sumsAt(found, rounds), sumsAt(found, quarterStart(rounds))];
  return {
    violatingRounds: end.violatingRounds,
    unfairRounds: end.unfairRounds,
    error: end.error / end.people,
    lastQuarter: (end.error - start.error) / (end.people - start.people),
    judgedShare: end.judgedRounds / end.rounds,
    spent: end.spent,
  };
}

/** Plays a guarded run to the largest T (with a flip, one run for each T) and checks the guarantee after every round. */
export function measure(
  setting: Setting,
  horizons: readonly number[],
  policies: readonly FixedPolicy[],
): Measured {
  const guarded = new Map<number, Point>();
  const fixed = new Map<number, readonly Point[]>();
  const breaches: string[] = [];
  const plays = setting.of.isFlipped ? horizons.map((T) => [T]) : [horizons];
  for (const play of plays) {
    const longest = Math.max(...play);
    const promise = reportsUntil(settings, longest);
    const tallies = policies.map(() => new Map<number, FixedSums>([[0, NO_FIXED]]));
    const found = trace(guardedRun(setting, longest), marksOf(play), (round, sums) => {
      for (const [i, policy] of policies.entries()) {
        const tally = tallies[i] as Map<number, FixedSums>;
        tally.set(round.t, addFixed(tally.get(round.t - 1) ?? NO_FIXED, policy, round, 0.2));
      }
      breaches.push(...breachesOf(setting, round, sums, promise[round.t] ?? Number.NaN));
    });
    for (const T of play) {
      guarded.set(T, pointAt(found, T));
      fixed.set(
        T,
        tallies.map((tally) => fixedPoint(tally, T, setting.k)),
      );
    }
  }
  return { guarded, fixed, breaches };
}

/** Computes the sums of a run of another learner, which knows its T. */
export function pointOf(run: RunSpec, rounds: number): Point {
  return pointAt(trace(run, marksOf([rounds])), rounds);
}

function breachesOf(
  { world, k, of, seed, share }: Setting,
  round: PlayedRound,
  sums: RunSums,
  most: number,
): string[] {
  const where = `${world.name}, k = ${k}, ${of.name}, seed ${seed}, round ${round.t}`;
  const found: string[] = [];
  if (sums.violatingRounds > most + sums.cutViolatingRounds) {
    found.push(`${where}: ${sums.violatingRounds} violating rounds, ${most} promised`);
  }
  const picks = round.decisions.reduce<number>((sum, decision) => sum + decision, 0);
  const expected = round.policy.reduce((sum, chance) => sum + chance, 0);
  // The draw sums chances exactly; here they are summed as doubles.
  const isEven = picks > expected - 1 - 1e-9 && picks < expected + 1 + 1e-9;
  if (of.draw === "even" && !isEven)
    found.push(`${where}: ${picks} picks of chances that add up to ${expected}`);
  const number = (share ?? 0) * k;
  // c = 2.9999999999999996 is 3 for the learner, which rounds it to 1e-15.
  const isHeld = picks >= Math.floor(number + 1e-9) && picks <= Math.ceil(number - 1e-9);
  if (share !== null && !isHeld) found.push(`${where}: ${picks} picks of ${number} requested`);
  return found;
}

function fixedPoint(tally: ReadonlyMap<number, FixedSums>, rounds: number, k: number): Point {
  const at = (t: number) => tally.get(t) ?? NO_FIXED;
  const start = quarterStart(rounds);
  return {
    violatingRounds: at(rounds).violatingRounds,
    unfairRounds: at(rounds).violatingRounds,
    error: at(rounds).error / (rounds * k),
    lastQuarter: (at(rounds).error - at(start).error) / ((rounds - start) * k),
    judgedShare: Number.NaN,
    spent: 0,
  };
}

function sumsAt(found: ReadonlyMap<number, RunSums>, t: number): RunSums {
  const sums = found.get(t);
  if (sums === undefined) throw new Error(`round ${t} was not marked`);
  return sums;
}
