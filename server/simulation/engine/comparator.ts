import { LearnerError } from "#server/learner/numeric/errors.ts";
import { sum } from "#server/learner/numeric/math.ts";
import {
  type LinearProgram,
  type ProgramRow,
  SOLVER_TOLERANCE,
  type SolveProgram,
} from "#server/solver/programs.ts";
import type { Context, FairPair, Ledger } from "./ledger.ts";
import type { FoundRule, RuleSearch } from "./rule-search.ts";

/** The best policy of Q in hindsight for one linear loss. */
export type Comparator = {
  /** Σ_t of the loss */
  readonly loss: number;
  /** π*(x) per context of the ledger */
  readonly policy: Float64Array;
  /** Rules with positive weight; one represents all that treat the contexts alike. */
  readonly support: readonly { readonly hypothesis: number; readonly weight: number }[];
  /** Pairs of contexts that were added to the program, and of how many. */
  readonly pairsUsed: number;
  readonly pairCount: number;
  /** The amount by which the policy exceeds the largest fair gap: at most FAIR_TOLERANCE. */
  readonly excess: number;
};

/**
 * A gap beyond α - ε + d by less than this is the solver's rounding.
 * @internal
 */
export const FAIR_TOLERANCE = 1e-8;
/** The number of pairs added to the program at once: large enough for few solves, small enough for small programs. */
const BATCH = 100;
/** The number of rules that are searched in addition to the one that improves a policy most: they save solves. */
const NEAR = 48;
/** An improvement by a rule below this, with losses of order 1, is the solver's rounding. */
const WORTH = 1e-8;

/**
 * The policies of Q_{α-ε,γ} (Definition 4.2), ready for any linear loss.
 *
 *   Q = { π in Δ(H) : π(x) - π(x') <= d_s(x,x') + α - ε on every ordered pair of every round },  s the pivotal auditor
 *
 * By Lemma 4.1 this is exactly the set of policies without an (α-ε,γ)-violation, and linear in π. Pairs join the
 * program only when a solution breaks them (constraint generation); rules that treat all contexts alike are one
 * variable.
 *
 *   min Σ_g w_g c_g  with Σ w = 1, w >= 0, p_a = Σ_g w_g g(a) for the contexts in use, p_a - p_b <= d(a,b) + α - ε
 *
 * If the class is not listed, rules too join the program only when they improve a solution (column generation): with
 * the price m_a of p_a's row, the oracle finds the rule of least c_g - Σ_a m_a g(a). Weights sum to 1, so if no rule is
 * worth more than WORTH, no policy is better by more, with losses of order 1.
 *
 * @param slack α - ε >= 0
 * @param solve the solver
 * @throws LearnerError "range" on a negative slack; from the search "solver-failed" if the solver throws, or if its
 *   answer is not a policy or not a fair one
 */
export function fairComparators(
  { contexts, pairs, search }: Pick<Ledger, "contexts" | "pairs" | "search">,
  slack: number,
  solve: SolveProgram,
): { readonly least: (costs: Costs) => Comparator } {
  if (!(slack >= 0)) throw new LearnerError("range", `alpha - eps = ${slack} is negative`);
  const groups = search === undefined ? groupRules(contexts) : constantRules(contexts, search);
  // a gap never exceeds 1
  const binding = pairs().filter(({ distance }) => distance + slack < 1);
  const chosen = new Set<FairPair>();
  return {
    least(costs) {
      const losses = groups.map(({ decisions }) => lossOf(decisions, contexts, costs));
      for (;;) {
        const program = programOf(groups, losses, [...chosen], slack);
        const { values, prices } = solved(solve, program);
        const weights = policyFrom(values, groups.length);
        const better =
          search === undefined ? [] : betterRules(search, contexts, costs, { ...program, prices });
        requireNew(groups, better);
        for (const rule of better) {
          groups.push(rule);
          losses.push(lossOf(rule.decisions, contexts, costs));
        }
        const policy = chancesOf(groups, weights, contexts.length);
        const { broken, excess } = brokenPairs(binding, policy, slack);
        const fresh = broken.filter((pair) => !chosen.has(pair)).slice(0, BATCH);
        if (fresh.length === 0 && better.length === 0) {
          // Stryker disable next-line EqualityOperator: the solver keeps every row, so only a failed solver could be noticed
          if (excess > FAIR_TOLERANCE) {
            throw new LearnerError(
              "solver-failed",
              `the solver left a row by ${excess}, over ${FAIR_TOLERANCE}`,
            );
          }
          const support = groups.flatMap(({ hypothesis }, g) => {
            const weight = weights[g] as number;
            return weight > 0 ? [{ hypothesis, weight }] : [];
          });
          const loss = sum(losses.map((each, g) => each * (weights[g] as number)));
          return { loss, policy, support, pairsUsed: chosen.size, pairCount: binding.length, excess };
        }
        for (const pair of fresh) chosen.add(pair);
      }
    },
  };
}

/** A linear loss: the cost of accepting, and of rejecting, all people in a context over all rounds. */
export type Costs = (context: Context) => { readonly accept: number; readonly reject: number };

/** Σ_t Error (Definition 2.6). */
export const errorCosts: Costs = ({ yes, no }) => ({ accept: no, reject: yes });

/** Σ_t L_{C_t,ρ^t} (Definition 2.8). */
export const lagrangianCosts: Costs = ({ yes, no, charge }) => ({ accept: no + charge, reject: yes });

/**
 * Returns the best policy of Δ(H): a single rule, as the loss is linear.
 *
 * @param search for a class that is not listed
 */
export function bestRule(
  contexts: readonly Context[],
  costs: Costs,
  search?: RuleSearch,
): { loss: number; hypothesis: number } {
  if (search !== undefined) {
    const [{ hypothesis, decisions }] = search(costsOf(contexts, costs), 0);
    return { loss: lossOf(decisions, contexts, costs), hypothesis };
  }
  let best = { loss: Number.POSITIVE_INFINITY, hypothesis: -1 };
  for (const { hypothesis, decisions } of groupRules(contexts)) {
    const loss = lossOf(decisions, contexts, costs);
    if (loss < best.loss) best = { loss, hypothesis };
  }
  return best;
}

/** Returns by how much accepting costs more than rejecting, by context. */
function costsOf(contexts: readonly Context[], costs: Costs): Float64Array {
  return Float64Array.from(contexts, (context) => {
    const { accept, reject } = costs(context);
    return accept - reject;
  });
}

/**
 * Returns both constants, with which a program begins, so that it has a policy. With costs of 1 each the oracle finds
 * "no one".
 */
function constantRules(contexts: readonly Context[], search: RuleSearch): FoundRule[] {
  if (contexts.length === 0) throw new LearnerError("shape", "no rounds to compare with");
  return [1, -1].map((cost) => search(new Float64Array(contexts.length).fill(cost), 0)[0]);
}

/**
 * Returns rules of reduced cost c_g/scale - σ - Σ_a m_a g(a) below -WORTH, the least of all among them; none if the
 * least is not below.
 */
function betterRules(
  search: RuleSearch,
  contexts: readonly Context[],
  costs: Costs,
  {
    scale,
    used,
    prices,
  }: Pick<ReturnType<typeof programOf>, "scale" | "used"> & {
    prices: ArrayLike<number>;
  },
): FoundRule[] {
  const reduced = costsOf(contexts, costs).map((cost) => cost / scale);
  for (const [i, context] of used.entries()) {
    reduced[context] = (reduced[context] as number) - (prices[1 + i] as number);
  }
  const rejecting = lossOf(new Uint8Array(contexts.length), contexts, costs) / scale;
  const worth = ({ decisions }: FoundRule) =>
    (prices[0] as number) - rejecting - sum([...reduced].filter((_, a) => decisions[a] === 1));
  const found = search(reduced, NEAR).filter((rule) => worth(rule) > WORTH);
  return [...new Map(found.toReversed().map((rule) => [rule.decisions.join(""), rule])).values()];
}

/**
 * Checks that the rules are new. A rule in the program improves it only if the solver's prices are off by more than
 * WORTH.
 */
function requireNew(groups: readonly FoundRule[], better: readonly FoundRule[]): void {
  const known = new Set(groups.map(({ decisions }) => decisions.join("")));
  const twice = better.find(({ decisions }) => known.has(decisions.join("")));
  if (twice === undefined) return;
  throw new LearnerError("solver-failed", `rule ${twice.hypothesis} is in the program, and its price is off`);
}

/** Groups rules by their decisions on all contexts met; the lowest number represents a group. Cost: O(N · contexts). */
function groupRules(contexts: readonly Context[]): FoundRule[] {
  const size = contexts[0]?.bits.length ?? 0;
  if (size === 0) throw new LearnerError("shape", "no rounds to compare with");
  const groups = new Map<string, FoundRule>();
  for (let h = 0; h < size; h++) {
    const decisions = Uint8Array.from(contexts, ({ bits }) => bits[h] as number);
    const key = decisions.join("");
    if (!groups.has(key)) groups.set(key, { hypothesis: h, decisions });
  }
  return [...groups.values()];
}

function lossOf(decisions: Uint8Array, contexts: readonly Context[], costs: Costs): number {
  return sum(
    contexts.map((context, a) => {
      const { accept, reject } = costs(context);
      return decisions[a] === 1 ? accept : reject;
    }),
  );
}

function programOf(
  groups: readonly FoundRule[],
  losses: readonly number[],
  chosen: readonly FairPair[],
  slack: number,
): LinearProgram & { readonly scale: number; readonly used: readonly number[] } {
  const used = [...new Set(chosen.flatMap(({ high, low }) => [high, low]))].sort((a, b) => a - b);
  const variable = new Map(used.map((context, i) => [context, groups.length + i]));
  const costs = new Float64Array(groups.length + used.length);
  // losses of order 1 whatever T is: the solver's tolerances are absolute
  const scale = losses.reduce((most, loss) => Math.max(most, Math.abs(loss)), 1);
  losses.forEach((loss, g) => {
    costs[g] = loss / scale;
  });
  const rows: ProgramRow[] = [
    { indices: groups.map((_, g) => g), values: groups.map(() => 1), lower: 1, upper: 1 },
  ];
  for (const [context, p] of variable) {
    const accepting = groups.flatMap(({ decisions }, g) => (decisions[context] === 1 ? [g] : []));
    rows.push({ indices: [...accepting, p], values: [...accepting.map(() => 1), -1], lower: 0, upper: 0 });
  }
  for (const { high, low, distance } of chosen) {
    const indices = [variable.get(high) as number, variable.get(low) as number];
    rows.push({ indices, values: [1, -1], lower: Number.NEGATIVE_INFINITY, upper: distance + slack });
  }
  return { costs, rows, scale, used };
}

/** Runs the solver, which may throw anything. There always is an optimum, because a constant rule is fair. */
function solved(solve: SolveProgram, program: LinearProgram): ReturnType<SolveProgram> {
  try {
    return solve(program);
  } catch (cause) {
    const size = `${program.costs.length} variables and ${program.rows.length} rows`;
    throw new LearnerError("solver-failed", `the solver failed on ${size}: ${String(cause)}`, { cause });
  }
}

/** Returns the weights of the rules. Weights below 0 and a sum other than 1 must be within the solver's rounding. */
function policyFrom(solution: ArrayLike<number>, size: number): Float64Array {
  const weights = Float64Array.from({ length: size }, (_, g) => solution[g] ?? Number.NaN);
  const rounding = SOLVER_TOLERANCE * size;
  // NaN is not a weight; a weight above 1 cannot occur, since all sum to 1
  if (!weights.every((weight) => weight >= -rounding)) {
    throw new LearnerError("solver-failed", "the solver's answer is no policy: a weight is below 0");
  }
  const total = sum(weights);
  if (Math.abs(total - 1) > rounding) {
    throw new LearnerError("solver-failed", `the solver's answer is no policy: its weights sum to ${total}`);
  }
  const kept = weights.map((weight) => Math.max(0, weight));
  const sumKept = sum(kept);
  return kept.map((weight) => weight / sumKept);
}

function chancesOf(groups: readonly FoundRule[], weights: Float64Array, contextCount: number): Float64Array {
  const policy = new Float64Array(contextCount);
  groups.forEach(({ decisions }, g) => {
    const weight = weights[g] as number;
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let a = 0; a < contextCount; a++)
      policy[a] = (policy[a] as number) + weight * (decisions[a] as number);
  });
  return policy;
}

/** Returns the pairs beyond the fair gap, the worst first. */
function brokenPairs(pairs: readonly FairPair[], policy: Float64Array, slack: number) {
  const gapBeyond = ({ high, low, distance }: FairPair) =>
    (policy[high] as number) - (policy[low] as number) - distance - slack;
  const broken = pairs
    .map((pair) => ({ pair, beyond: gapBeyond(pair) }))
    .filter(({ beyond }) => beyond > SOLVER_TOLERANCE)
    .sort((a, b) => b.beyond - a.beyond || a.pair.high - b.pair.high || a.pair.low - b.pair.low);
  return { broken: broken.map(({ pair }) => pair), excess: broken[0]?.beyond ?? 0 };
}
