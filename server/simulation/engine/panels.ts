import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type Random, type RandomState, withRandom } from "#server/learner/numeric/randomness.ts";
import { isAlphaViolation } from "#server/learner/panel/eligibility.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { pivotalAuditor } from "#server/learner/panel/panel.ts";
import type { BoundPanelRule } from "#server/learner/panel/panel-rule.ts";
import { type Auditor, type AuditorSpec, auditorPool } from "./auditors.ts";
import { NEVER_UNFAIR } from "./distances.ts";
import { type DrawnLapses, drawLapses } from "./lapses.ts";
import type { Kind, Population } from "./population.ts";

/** The pool of auditors, and how many of them are on a panel. */
export type PanelSpec = {
  readonly auditors: readonly AuditorSpec[];
  /**
   * m: the number of auditors from the pool, redrawn each round without replacement. Absent: the whole pool in every
   * round.
   */
  readonly seats?: number;
};

/** A round's panel before it has judged. */
export type SeatedPanel = {
  readonly auditors: readonly Auditor[];
  /** d_j(x_i, x_l) at position i·k + l, with this round's slips: [m][k²] */
  readonly distances: readonly Float64Array[];
  /** By seat, the lapses of this round: [m] */
  readonly lapses: readonly DrawnLapses[];
};

/** The part of a round that auditors are shown. */
export type Shown = {
  /** Eligible pairs that every auditor should judge. */
  readonly asked: readonly Pair[];
  /** All eligible pairs, in the order in which a voice meets them. */
  readonly queueOf: (voice: number) => readonly Pair[];
};

/** The panel's verdicts. */
export type Judgement = {
  /** V^j by seat, empty where no auditor answered: [m] */
  readonly flags: readonly (readonly Pair[])[];
  /**
   * The distances that the flags came from: as in SeatedPanel, but NEVER_UNFAIR beyond the pairs that an auditor looks
   * at. A pair that was overlooked or answered wrongly keeps its distance.
   */
  readonly distances: readonly Float64Array[];
};

export type Panels = {
  /** m */
  readonly seatCount: number;
  /**
   * Seats the panel of a round. What it draws does not depend on the policy.
   * @param kinds positions in the population: [k]
   */
  seat(
    state: RandomState,
    kinds: readonly number[],
  ): { readonly panel: SeatedPanel; readonly state: RandomState };
};

/** The most kinds for which distances between kinds are cached: 8 n² bytes an auditor, 32 MB at most. */
const MOST_KEPT = 2_000;

/**
 * Binds a panel to a population.
 *
 * @throws LearnerError "range" on the seats; as auditorPool
 * Cost of `seat`: O(m k²) distances, each computed once for a pair of kinds in populations of up to 2,000.
 */
export function panels(spec: PanelSpec, population: Population): Panels {
  const pool = auditorPool(population.shownColumns, spec.auditors);
  const seatCount = spec.seats ?? pool.length;
  if (!Number.isInteger(seatCount) || seatCount < 1 || seatCount > pool.length) {
    throw new LearnerError("range", `${seatCount} seats for a pool of ${pool.length}`);
  }
  const known = pool.map((auditor) => keptDistances(auditor, population));
  return {
    seatCount,
    seat(state, kinds) {
      const drawn = withRandom(state, (random) => {
        const seats =
          spec.seats === undefined ? pool.map((_, i) => i) : choose(random, pool.length, seatCount);
        const auditors = seats.map((seat) => pool[seat] as Auditor);
        const distances = byVoice(auditors, ({ voice, slip }) =>
          roundDistances(random, known[voice] as KindDistance, slip, kinds),
        );
        const lapses = byVoice(auditors, (auditor) => drawLapses(random, auditor.lapses, kinds.length));
        return { auditors, distances, lapses };
      });
      return { panel: drawn.result, state: drawn.state };
    },
  };
}

/** Draws once for each voice, so that a copy answers like its original. */
function byVoice<Drawn>(auditors: readonly Auditor[], draw: (auditor: Auditor) => Drawn): Drawn[] {
  const drawn = new Map<number, Drawn>();
  return auditors.map((auditor) => {
    const own = drawn.get(auditor.voice) ?? draw(auditor);
    drawn.set(auditor.voice, own);
    return own;
  });
}

/**
 * Returns the panel's verdicts on a policy: each auditor's α-violations among the eligible pairs (Definition 2.2).
 *
 *   V^j = { (i, l) eligible, looked at : π(x_i) - π(x_l) > α + d_j(x_i, x_l) },  except for lapses
 *
 * An auditor that looks at the first q pairs does so in its voice's own order. All others look at all pairs that should
 * be judged.
 *
 * @param policy π^t(x_i): [k]
 * @param labels [k], for auditors who answer by them
 * @param eligible from eligiblePairs, in its order
 * @param shown absent: all pairs should be judged, and every auditor meets them in that order
 */
export function judge(
  panel: SeatedPanel,
  policy: readonly number[],
  labels: readonly (0 | 1)[],
  {
    eligible,
    alpha,
    shown = { asked: eligible, queueOf: () => eligible },
  }: { eligible: readonly Pair[]; alpha: number; shown?: Shown | undefined },
): Judgement {
  const k = policy.length;
  const flags: Pair[][] = [];
  const distances = panel.auditors.map(({ answers, looksAt, lapses, voice }, seat) => {
    const table = panel.distances[seat] as Float64Array;
    const { turned, overlooked } = panel.lapses[seat] as DrawnLapses;
    const looksAtAll = looksAt === Number.POSITIVE_INFINITY;
    const looked = looksAtAll ? shown.asked : shown.queueOf(voice).slice(0, looksAt);
    const seen = answers ? looked : [];
    flags.push(
      seen.filter(([i, l]) => {
        if (overlooked?.[i * k + l] === 1) return false;
        const gap = (policy[i] as number) - (policy[l] as number);
        const flags = lapses.isHostile
          ? labels[i] === 1 && labels[l] === 0
          : isAlphaViolation(gap, alpha, table[i * k + l] as number);
        return flags !== (turned?.[i * k + l] === 1);
      }),
    );
    if (looksAtAll && (!answers || seen.length === eligible.length)) return table;
    const ofSeen = new Float64Array(k * k).fill(NEVER_UNFAIR);
    for (const [i, l] of seen) ofSeen[i * k + l] = table[i * k + l] as number;
    return ofSeen;
  });
  return { flags, distances };
}

/**
 * Returns the distance of the pivotal auditor of each ordered pair (Lemma 4.1): a policy has a violation on the pair
 * with this panel exactly when its gap exceeds α + this distance.
 *
 * @returns [k²] at i·k + l; 0 at i = l
 */
export function pivotalDistances(
  distances: readonly Float64Array[],
  k: number,
  rule: BoundPanelRule,
): Float64Array {
  const pivotal = new Float64Array(k * k);
  const onPair = new Float64Array(distances.length);
  const distanceOf =
    rule.counts === null
      ? () => onPair[pivotalAuditor([...onPair], rule)] as number
      : smallestOf(onPair, rule.counts);
  for (let i = 0; i < k; i++) {
    for (let l = 0; l < k; l++) {
      if (i === l) continue;
      for (let seat = 0; seat < onPair.length; seat++) {
        onPair[seat] = (distances[seat] as Float64Array)[i * k + l] as number;
      }
      pivotal[i * k + l] = distanceOf();
    }
  }
  return pivotal;
}

/**
 * Returns the r-th smallest distance: if a rule only counts, the auditor with this distance is pivotal (Lemma 4.1).
 * Sorts the values.
 */
function smallestOf(values: Float64Array, r: number): () => number {
  return () => {
    values.sort();
    // values that are not numbers come last
    if ((values[0] as number) >= 0 && Number.isFinite(values.at(-1))) return values[r - 1] as number;
    throw new LearnerError("range", "a distance is negative or not finite");
  };
}

type KindDistance = (high: number, low: number) => number;

function keptDistances({ distance }: Auditor, { kinds }: Population): KindDistance {
  const n = kinds.length;
  const between = (high: number, low: number) =>
    distance((kinds[high] as Kind).shown, (kinds[low] as Kind).shown);
  // Stryker disable next-line EqualityOperator: only decides how many distances are cached
  if (n > MOST_KEPT) return between;
  let kept: Float64Array | undefined;
  return (high, low) => {
    kept ??= new Float64Array(n * n).fill(Number.NaN);
    const at = high * n + low;
    if (Number.isNaN(kept[at])) kept[at] = between(high, low);
    return kept[at] as number;
  };
}

function roundDistances(
  random: Random,
  between: KindDistance,
  slip: number,
  kinds: readonly number[],
): Float64Array {
  const k = kinds.length;
  const table = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let l = 0; l < k; l++) {
      if (i === l) continue;
      const slips = slip > 0 && random.uniform() < slip;
      table[i * k + l] = slips ? random.uniform() : between(kinds[i] as number, kinds[l] as number);
    }
  }
  return table;
}

/** Returns m of n, in the order of the pool; each choice is equally likely. */
function choose(random: Random, n: number, m: number): number[] {
  const chosen: number[] = [];
  for (let i = 0; i < n; i++) {
    if (random.uniform() * (n - i) < m - chosen.length) chosen.push(i);
  }
  return chosen;
}
