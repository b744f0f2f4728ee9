import { type PanelPool, selectPanel } from "#server/audit-log/panel-selection.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type Random, type RandomState, withRandom } from "#server/learner/numeric/randomness.ts";
import { isAlphaViolation } from "#server/learner/panel/eligibility.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { pivotalAuditor } from "#server/learner/panel/panel.ts";
import type { BoundPanelRule } from "#server/learner/panel/panel-rule.ts";
import { type Auditor, type AuditorSpec, auditorPool } from "./auditors.ts";
import { NEVER_UNFAIR } from "./distances.ts";
import { type DrawnLapses, drawLapses } from "./lapses.ts";
import { isAdversarial, type SimulatedSelection } from "./panel-choice.ts";
import type { Kind, Population } from "./population.ts";

/** The pool of auditors, and how each round's panel is chosen from it. */
export type PanelSpec = {
  readonly auditors: readonly AuditorSpec[];
  /** Absent: everyone, in every round. */
  readonly selection?: SimulatedSelection;
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

/** What the panels of a run depend on. */
export type PanelsState = {
  readonly random: RandomState;
  /** On how many panels each member was: [M] */
  readonly panelCounts: readonly number[];
};

export type Panels = {
  /** m */
  readonly seatCount: number;
  start(random: RandomState): PanelsState;
  /**
   * Seats the panel of a round; if an adversary chooses it, the whole pool, of which panelAgainst then takes a part. What
   * it draws does not depend on the policy.
   * @param round.kinds positions in the population: [k]
   * @param round.noiseSeed the published seed of the round's noise, which is the lot of a selection
   */
  seat(
    state: PanelsState,
    round: { readonly kinds: readonly number[]; readonly noiseSeed: string },
  ): { readonly panel: SeatedPanel; readonly state: PanelsState };
};

/** The most distances between kinds that are cached, over all auditors: 480 MB. */
const MOST_KEPT = 60_000_000;

/**
 * Binds a panel to a population.
 *
 * @throws LearnerError as auditorPool
 * Cost of `seat`: O(m k²) distances, each computed once for a pair of kinds as long as the cache has room, and a hash for
 * each member of a pool.
 */
export function panels({ auditors: specs, selection }: PanelSpec, population: Population): Panels {
  const pool = auditorPool(population.shownColumns, specs);
  const isKept = pool.length * population.kinds.length ** 2 <= MOST_KEPT;
  const known = pool.map((auditor) => (isKept ? keptDistances : kindDistance)(auditor, population));
  const everyone = [...pool.keys()];
  const isSelected = selection !== undefined && !isAdversarial(selection);
  return {
    seatCount: selection?.size ?? pool.length,
    start: (random) => ({ random, panelCounts: everyone.map(() => 0) }),
    seat({ random: stream, panelCounts }, { kinds, noiseSeed }) {
      const members = isSelected ? selected(selection, panelCounts, noiseSeed) : everyone;
      const drawn = withRandom(stream, (random) => {
        const auditors = members.map((member) => pool[member] as Auditor);
        const distances = byVoice(auditors, ({ voice, slip }) =>
          roundDistances(random, known[voice] as KindDistance, slip, kinds),
        );
        const lapses = byVoice(auditors, (auditor) => drawLapses(random, auditor.lapses, kinds.length));
        return { auditors, distances, lapses };
      });
      const counts = isSelected
        ? panelCounts.map((count, member) => count + (members.includes(member) ? 1 : 0))
        : panelCounts;
      return { panel: drawn.result, state: { random: drawn.state, panelCounts: counts } };
    },
  };
}

/** Chooses the panel as a study does whose members are s1, s2, ... */
function selected(
  selection: SimulatedSelection,
  panelCounts: readonly number[],
  noiseSeed: string,
): number[] {
  const names = panelCounts.map((_, member) => seatIdOf(member + 1));
  const chosen = selectPanel({
    ...poolOf(selection, names),
    pool: names,
    seed: noiseSeed,
    panelCounts: new Map(names.map((name, member) => [name, panelCounts[member] as number])),
    named: [],
  });
  if (chosen === undefined)
    throw new LearnerError("range", `no such panel of ${selection.size} from a pool of ${names.length}`);
  return chosen.panel.map((name) => names.indexOf(name));
}

function poolOf(
  selection: SimulatedSelection,
  names: readonly string[],
): Pick<PanelPool, "selection" | "attributes" | "lottery"> {
  const { how, size } = selection;
  if (how !== "stratified") return { selection: { how: how === "rotation" ? "rotation" : "by-lot", size } };
  const { quotas, attributes, lottery } = selection;
  return {
    selection: { how, size, quotas: [...quotas] },
    attributes: new Map(names.map((name, member) => [name, attributes[member] ?? []])),
    lottery,
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

function kindDistance({ distance }: Auditor, { kinds }: Population): KindDistance {
  return (high, low) => distance((kinds[high] as Kind).shown, (kinds[low] as Kind).shown);
}

function keptDistances(auditor: Auditor, population: Population): KindDistance {
  const between = kindDistance(auditor, population);
  const n = population.kinds.length;
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
