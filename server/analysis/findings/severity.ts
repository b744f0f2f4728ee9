import { studentQuantile } from "#server/learner/numeric/student.ts";
import type { AnsweredPair } from "./played-round.ts";
import type { Interval } from "./wilson.ts";

/** The number of pairs of a round on which the first seat answered "unfair" and the second "acceptable". */
export type Split = readonly [flagging: string, accepting: string, count: number];

/** How readily a seat flags, compared with seats that it shared pairs with. */
export type SeatSeverity = {
  readonly id: string;
  /** Pairs and other seats on which exactly one of the two flagged: this seat, and the other one. */
  readonly alone: number;
  readonly others: number;
  /**
   * The share of pairs that this seat would flag, out of pairs that an average seat flags half of the time; null:
   * unknown.
   */
  readonly share: number | null;
  /**
   * 95 %; null with fewer rounds than `leastRounds`, and where in all disagreements the seat flagged, or never did: the
   * interval is then unbounded.
   */
  readonly interval: Interval | null;
};

/**
 * The minimum number of rounds with disagreements: with fewer, the spread between rounds is unreliable (bench
 * `severity` at commit 183a859f).
 */
export const leastRounds = 10;
/** λ: a weak prior, so that a seat which always flags has no infinite severity. */
const ridge = 0.5;
const maxSteps = 50;
const closeEnough = 1e-10;

/**
 * Returns how often two seats that both answered a pair of a round disagreed on it, and in which direction. "Not sure"
 * counts as neither.
 */
export function splitsIn(
  pairs: readonly Pick<AnsweredPair, "answers">[],
  seats: readonly { readonly id: string }[],
): Split[] {
  const counts = seats.map(() => seats.map(() => 0));
  for (const { answers } of pairs) {
    for (const [flagging, word] of answers.entries()) {
      if (word !== "unfair") continue;
      const row = counts[flagging] as number[];
      for (const [accepting, other] of answers.entries()) {
        if (other === "acceptable") row[accepting] = (row[accepting] as number) + 1;
      }
    }
  }
  return counts.flatMap((row, flagging) =>
    row.flatMap((count, accepting): Split[] =>
      count === 0 ? [] : [[seats[flagging]?.id ?? "", seats[accepting]?.id ?? "", count]],
    ),
  );
}

/**
 * Estimates how readily each seat flags, regardless of which pairs it was shown: the many-facet Rasch model, estimated
 * from pairs of seats.
 *
 *   Pr[seat s flags pair u] = 1/(1 + e^-(β_s + θ_u));
 *   if exactly one of the seats s and t flags u, it is s with probability 1/(1 + e^(β_t - β_s)), whatever θ_u is.
 *   So β maximises  Σ_{s,t} n_st ln(1/(1 + e^(β_t - β_s))) - λ/2 Σ β_s²,  n_st: s flagged and t found acceptable.
 *
 * Answers to one pair, and to pairs of one round, depend on each other, so the spread comes from the rounds: H⁻¹ J H⁻¹
 * with J the sum of the rounds' squared scores, and Student's t with one degree less than there are rounds. Severities
 * are relative to the mean of the seats that shared pairs connect; other seats cannot be compared.
 *
 * It shows how often a seat flags compared with other seats on the same pairs. It does not show who is right: a seat
 * that notices more flags more.
 *
 * @param rounds the splits of each round
 * @param seats in the order of the result
 * Cost: O(m³) for m seats, and O(splits) a step.
 * Source: Zwinderman, Pairwise parameter estimation in Rasch models (1995); Linacre, Many-facet Rasch measurement
 * (1989); Liang & Zeger, Longitudinal data analysis using generalized linear models (1986) for the spread.
 */
export function seatSeverities(
  rounds: readonly (readonly Split[])[],
  seats: readonly string[],
): SeatSeverity[] {
  const total = addUp(rounds.flat(), seats);
  const known = new Map<string, Pick<SeatSeverity, "share" | "interval">>();
  for (const tied of connectedSeats(total, seats)) {
    if (tied.length < 2) continue;
    const own = rounds.map((splits) =>
      splits.filter(([one, other]) => tied.includes(one) && tied.includes(other)),
    );
    for (const [index, estimate] of estimateConnected(own, tied).entries())
      known.set(tied[index] as string, estimate);
  }
  return seats.map((id, s) => {
    const alone = sum(total[s] as number[]);
    const others = sum(total.map((row) => row[s] as number));
    const { share = null, interval = null } = known.get(id) ?? {};
    return { id, alone, others, share, interval: alone === 0 || others === 0 ? null : interval };
  });
}

function estimateConnected(
  rounds: readonly (readonly Split[])[],
  seats: readonly string[],
): Pick<SeatSeverity, "share" | "interval">[] {
  const beta = fitted(addUp(rounds.flat(), seats));
  const telling = rounds.filter((splits) => splits.length > 0).map((splits) => addUp(splits, seats));
  const spread = spreadOf(telling, beta);
  const mean = sum(beta) / beta.length;
  const q = telling.length < leastRounds ? null : studentQuantile(telling.length - 1);
  return beta.map((each, s) => {
    const severity = each - mean;
    const reach = q === null ? null : q * (spread[s] as number);
    const interval =
      reach === null ? null : { low: logistic(severity - reach), high: logistic(severity + reach) };
    return { share: logistic(severity), interval };
  });
}

type Matrix = readonly (readonly number[])[];

/** Estimates β by Newton's method: the penalised likelihood is concave, and its Hessian never singular. */
function fitted(counts: Matrix): number[] {
  let beta = counts.map(() => 0);
  for (let step = 0; step < maxSteps; step += 1) {
    const gradient = scoreOf(counts, beta).map((score, s) => score - ridge * (beta[s] as number));
    const change = solve(informationOf(counts, beta), gradient);
    // a long step may overshoot where nearly all disagreements go one way
    const length = Math.max(...change.map(Math.abs));
    const scale = Math.min(1, 1 / Math.max(length, 1e-300));
    beta = beta.map((each, s) => each + scale * (change[s] as number));
    if (length < closeEnough) break;
  }
  return beta;
}

/** Returns Σ_t [n_st - (n_st + n_ts) p_st], p_st = 1/(1 + e^(β_t - β_s)). */
function scoreOf(counts: Matrix, beta: readonly number[]): number[] {
  return beta.map((own, s) =>
    sum(
      beta.map((other, t) => {
        const won = counts[s]?.[t] ?? 0;
        const lost = counts[t]?.[s] ?? 0;
        return won - (won + lost) * logistic(own - other);
      }),
    ),
  );
}

/** Returns the negated penalised Hessian. */
function informationOf(counts: Matrix, beta: readonly number[]): number[][] {
  const information = beta.map(() => beta.map(() => 0));
  for (const [s, own] of beta.entries()) {
    const row = information[s] as number[];
    row[s] = (row[s] as number) + ridge;
    for (const [t, other] of beta.entries()) {
      const p = logistic(own - other);
      const weight = ((counts[s]?.[t] ?? 0) + (counts[t]?.[s] ?? 0)) * p * (1 - p);
      row[s] = (row[s] as number) + weight;
      row[t] = (row[t] as number) - weight;
    }
  }
  return information;
}

/** Returns standard errors of β_s minus the mean, from the scores of the rounds, which are treated as independent. */
function spreadOf(rounds: readonly Matrix[], beta: readonly number[]): number[] {
  const m = beta.length;
  const all = beta.map((_, s) => beta.map((_, t) => sum(rounds.map((counts) => counts[s]?.[t] ?? 0))));
  const information = informationOf(all, beta);
  const variances = beta.map(() => 0);
  for (const counts of rounds) {
    const moved = solve(information, scoreOf(counts, beta));
    const mean = sum(moved) / m;
    for (const [s, each] of moved.entries()) variances[s] = (variances[s] as number) + (each - mean) ** 2;
  }
  const few = rounds.length / Math.max(1, rounds.length - 1);
  return variances.map((variance) => Math.sqrt(few * variance));
}

/** Groups seats by the splits that connect them, directly or through other seats. */
function connectedSeats(counts: Matrix, seats: readonly string[]): string[][] {
  const left = new Set(seats.keys());
  const groups: string[][] = [];
  for (const first of seats.keys()) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const one of group) {
      for (const other of [...left]) {
        if ((counts[one]?.[other] ?? 0) + (counts[other]?.[one] ?? 0) === 0) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push(group.sort((a, b) => a - b).map((s) => seats[s] as string));
  }
  return groups;
}

function addUp(splits: readonly Split[], seats: readonly string[]): number[][] {
  const places = new Map(seats.map((id, s) => [id, s]));
  const counts = seats.map(() => seats.map(() => 0));
  for (const [flagging, accepting, count] of splits) {
    const row = counts[places.get(flagging) ?? -1];
    const at = places.get(accepting);
    if (row !== undefined && at !== undefined) row[at] = (row[at] as number) + count;
  }
  return counts;
}

/** Solves a linear system by Gauss's elimination for a positive definite matrix, which needs no pivots. */
function solve(matrix: Matrix, right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  const n = rows.length;
  for (let column = 0; column < n; column += 1) {
    const pivot = rows[column] as number[];
    for (let below = column + 1; below < n; below += 1) {
      const row = rows[below] as number[];
      const factor = (row[column] as number) / (pivot[column] as number);
      for (let at = column; at <= n; at += 1) row[at] = (row[at] as number) - factor * (pivot[at] as number);
    }
  }
  const solution = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i -= 1) {
    const row = rows[i] as number[];
    const known = sum(solution.slice(i + 1).map((value, j) => value * (row[i + 1 + j] as number)));
    solution[i] = ((row[n] as number) - known) / (row[i] as number);
  }
  return solution;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
