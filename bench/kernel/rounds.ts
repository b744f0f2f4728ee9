import { exp2 } from "#server/learner/exp2.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { settingsAt } from "#server/learner/schedule.ts";
import { DEFAULTS } from "#server/learner/spec/params.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import type { Measured } from "./references.ts";

/** Rounds before the check is taken; the timed ones follow. */
const checkedRounds = 8;

/** A study of conjunctions over n yes-or-no columns, k people a round. */
export function specOf(n: number, roundSize: number): LearnerSpec {
  const names = Array.from({ length: n }, (_, column) => `answer ${column + 1}`);
  return {
    learner: "exp2",
    version: 1,
    kernel: DEFAULTS.kernel,
    mode: "known",
    columns: names.map((name) => ({ name, type: "category" })),
    hypotheses: {
      kind: "conjunctions",
      version: 1,
      predicates: names.map((column) => ({ column, test: "is", value: "yes" })),
    },
    roundSize,
    horizon: 1_000_000,
    afterHorizon: "end",
    alpha: "0.2",
    eps: "0.1",
    fairnessMultiplier: "1",
    pairRule: "average",
    rejectedHalves: "at-close",
  };
}

/** The same people in every second round: [2][k], of whose answers nineteen in twenty are yes. */
export function peopleOf({ columns, roundSize }: LearnerSpec): Features[][] {
  return [0, 1].map((set) =>
    Array.from({ length: roundSize }, (_, i) =>
      columns.map((_, column) => (mix((set * roundSize + i) * 64 + column) % 20 > 0 ? "yes" : "no")),
    ),
  );
}

/** The answers of all rules as the reference programs read them: for each eight people N bytes. */
export function patternsOf(spec: LearnerSpec, sets: readonly (readonly Features[])[]): Uint8Array[] {
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  return sets.flatMap((people) =>
    Array.from({ length: Math.ceil(people.length / 8) }, (_, group) => {
      const patterns = new Uint8Array(rules.size);
      for (const [bit, person] of people.slice(8 * group, 8 * group + 8).entries()) {
        const answers = rules.bits(person);
        for (let h = 0; h < answers.length; h++)
          patterns[h] = (patterns[h] as number) | ((answers[h] as number) << bit);
      }
      return patterns;
    }),
  );
}

/** Eta and C of every round. */
export function ratesOf(spec: LearnerSpec, size: number) {
  return settingsAt(spec, size, 1);
}

/** Rounds through the learner's contract: opened, drawn, closed with one pair, an outcome for everybody selected. */
export function playContract(
  spec: LearnerSpec,
  sets: readonly (readonly Features[])[],
  rounds: number,
): Measured {
  let state = exp2.init(spec);
  let [drawn, check] = [0, Number.NaN];
  const play = (round: number) => {
    const people = sets[round & 1] as readonly Features[];
    const opening = exp2.open(state, people, "");
    const chances = opening.chances.map(Number);
    const { hypothesis, decisions } = exp2.draw(state.rules, opening, people, mix(round * 77 + 5) / 2 ** 32);
    const pairs = [{ high: 0, low: 1, weight: 1 }];
    const fairnessWeight = Number(opening.fairnessWeight);
    state = exp2.applyRound(state, { people, chances, decisions, pairs, fairnessWeight });
    for (const [i, individual] of people.entries()) {
      if (decisions[i] !== 1) continue;
      const after = mix(round * 64 + i + 999) & 1 ? "no" : "yes";
      const chance = chances[i] as number;
      state = exp2.applyOutcome(state, { individual, chance, before: null, after, settledRejected: [] });
    }
    drawn += hypothesis;
    if (round === checkedRounds) check = chances.reduce((sum, chance, i) => sum + (i + 1) * chance, drawn);
  };
  for (let round = 1; round <= checkedRounds; round += 1) play(round);
  return { nanoseconds: fastest(state.rules.size, rounds, (round) => play(checkedRounds + round)), check };
}

/**
 * The processor time of the fastest round. The thread's clock ticks in milliseconds, so that short rounds are timed
 * together.
 *
 * @param play told the number of the round, from 1
 */
function fastest(size: number, rounds: number, play: (round: number) => void): number {
  const together = Math.ceil(1_000_000 / size);
  let best = Number.POSITIVE_INFINITY;
  for (let played = 0; played < rounds * together; ) {
    const started = processorTime();
    for (const end = played + together; played < end; ) play(++played);
    best = Math.min(best, (processorTime() - started) / together);
  }
  return best;
}

/** Of this thread, in nanoseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return 1_000 * (user + system);
}

/** The finaliser of MurmurHash3: the reference programs have the same. */
function mix(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
