import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import type { RehearsedRun } from "#server/simulation/engine/rehearsal.ts";
import type { RehearsedChange } from "#server/study/draft.ts";
import type { Figure, RehearsedSetting } from "./result.ts";

const checkpoints = [5, 10, 20, 50];

/**
 * Returns the rounds after which a rehearsal reports its state; the last round is always one of them.
 * @internal
 */
export function checkpointsOf(rounds: number): number[] {
  return [...new Set([...checkpoints.filter((round) => round <= rounds), rounds])].sort((a, b) => a - b);
}

/** Returns the rounds at whose openings the examples' chances are taken: the first, and each checkpoint. */
export function askedRounds(rounds: number): number[] {
  return [...new Set([1, ...checkpointsOf(rounds)])];
}

/**
 * Sums up the runs of one setting.
 *
 * @param runs at least one, with equally many rounds each
 */
export function sumUp(
  runs: readonly RehearsedRun[],
  {
    rounds,
    change,
    guarded,
  }: { rounds: number; change: RehearsedChange | null; guarded: LearnerSpec["guarded"] },
): RehearsedSetting {
  const after = checkpointsOf(rounds);
  const total = (of: (run: RehearsedRun) => readonly number[], until: number) =>
    figure(runs.map((run) => sum(of(run), until)));
  const promised = guarded === undefined ? null : reportsUntil(tauOf(guarded), rounds);
  const curve = Array.from({ length: rounds }, (_, index) => total(({ reported }) => reported, index + 1));
  return {
    change,
    rounds,
    after,
    reports: after.map((until) => total(({ reported }) => reported, until)),
    most: promised && after.map((until) => promised[until] ?? 0),
    judged: after.map((until) => total(({ pairs }) => pairs.map((count) => (count > 0 ? 1 : 0)), until)),
    verdicts: after.map((until) => total(({ asked }) => asked, until)),
    picked: after.map((until) => total(({ picked }) => picked, until)),
    wrong: after.map((until) =>
      figure(runs.map(({ wrong, people }) => sum(wrong, until) / sum(people, until))),
    ),
    curve: {
      mean: curve.map(({ mean }) => mean),
      low: curve.map(({ low }) => low),
      high: curve.map(({ high }) => high),
      most: promised?.slice(1) ?? null,
    },
    reportedIn: runs.map(({ reported }) =>
      reported.flatMap((isReported, index) => (isReported === 1 ? [index + 1] : [])),
    ),
    chances: (runs[0]?.chances[0] ?? []).map((_, example) =>
      askedRounds(rounds).map((_, asked) =>
        figure(runs.map(({ chances }) => chances[asked]?.[example] ?? 0)),
      ),
    ),
  };
}

function tauOf({ allowance, step, tauStart }: NonNullable<LearnerSpec["guarded"]>) {
  return { allowance: Number(allowance), step: Number(step), tauStart: Number(tauStart) };
}

function figure(values: readonly number[]): Figure {
  return {
    mean: values.reduce((total, value) => total + value, 0) / values.length,
    low: Math.min(...values),
    high: Math.max(...values),
  };
}

function sum(values: readonly number[], until: number): number {
  return values.slice(0, until).reduce((total, value) => total + value, 0);
}
