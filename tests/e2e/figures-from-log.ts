/**
 * The estimates of clients/python, computed from the lines of a log by its README, without its code or the
 * server's.
 */
type Entry = { readonly type: string; readonly body: never };
type Opening = { round: number; people: { chance: string }[]; panel: string[] };
type Closing = { round: number; violations: unknown[]; draw?: { decisions: number[] } };
type Outcome = { round: number; position: number; value: "yes" | "no" | "lost" };
type Ballot = { round: number; verdicts: [high: number, low: number, word: string][] };

export type Figures = {
  readonly entries: number;
  readonly error: {
    readonly value: number;
    readonly interval: readonly [number, number];
    readonly rounds: number;
  };
  readonly reports: {
    readonly value: number;
    readonly interval: readonly [number, number];
    readonly rounds: number;
  };
  /** By needed flags, from 1: reported pairs, rounds with one. */
  readonly frontier: readonly (readonly [pairs: number, rounds: number])[];
};

export function figuresOf(log: string): Figures {
  const entries = log
    .trimEnd()
    .split("\n")
    .map((line): Entry => JSON.parse(line));
  const all = <Body>(type: string) =>
    entries.filter((entry) => entry.type === type).map(({ body }) => body as unknown as Body);
  const openings = new Map(all<Opening>("round.opened").map((body) => [body.round, body]));
  const closings = all<Closing>("round.closed");
  const outcomes = new Map(
    all<Outcome>("outcome.recorded").map(({ round, position, value }) => [`${round}/${position}`, value]),
  );
  const rounds = closings.flatMap(({ round, draw }) => {
    const people = openings.get(round)?.people ?? [];
    const bounds = people.map(({ chance }, position) => {
      const isPicked = draw?.decisions[position] === 1;
      return boundsOf(Number(chance), isPicked ? outcomes.get(`${round}/${position}`) : "not selected");
    });
    return bounds.some((one) => one === null) ? [] : [bounds as [number, number][]];
  });
  const reported = closings.filter(({ violations }) => violations.length > 0).length;
  return {
    entries: entries.length,
    error: { ...errorOf(rounds), rounds: rounds.length },
    reports: {
      value: reported / closings.length,
      interval: wilson(reported, closings.length),
      rounds: closings.length,
    },
    frontier: frontierOf(
      all<Ballot>("ballot.opened"),
      all<Opening>("round.opened").at(-1)?.panel.length ?? 0,
    ),
  };
}

/** Smallest and largest expected errors by inverse propensities; null while the outcome is pending. */
function boundsOf(p: number, outcome: string | undefined): [number, number] | null {
  if (outcome === undefined) return null;
  const ifYes = p === 0 ? p : p + (1 - 2 * p) / p;
  if (outcome === "yes") return [ifYes, ifYes];
  return outcome === "lost" ? [Math.min(p, ifYes), Math.max(p, ifYes)] : [p, p];
}

function errorOf(rounds: readonly (readonly [number, number])[][]) {
  const [low, high] = ([0, 1] as const).map((end) => {
    const sums = rounds.map((people) => people.reduce((sum, bounds) => sum + bounds[end], 0));
    const count = rounds.reduce((sum, people) => sum + people.length, 0);
    const mean = sums.reduce((sum, one) => sum + one, 0) / count;
    const squares = rounds.reduce(
      (sum, people, index) => sum + ((sums[index] ?? 0) - people.length * mean) ** 2,
      0,
    );
    return { mean, error: Math.sqrt((rounds.length / (rounds.length - 1)) * squares) / count };
  }) as [{ mean: number; error: number }, { mean: number; error: number }];
  const t = studentQuantiles[rounds.length - 1];
  if (t === undefined) throw new Error(`no quantile for ${rounds.length} rounds`);
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return {
    value: cut((low.mean + high.mean) / 2),
    interval: [cut(low.mean - t * low.error), cut(high.mean + t * high.error)] as const,
  };
}

/** The 97.5 % quantiles of Student's t by degrees of freedom, from a printed table. */
const studentQuantiles: Readonly<Record<number, number>> = {
  8: 2.306004,
  9: 2.262157,
  10: 2.228139,
  11: 2.200985,
  12: 2.178813,
  13: 2.160369,
  14: 2.144787,
};

function wilson(count: number, total: number): readonly [number, number] {
  const z = 1.959964;
  const share = count / total;
  const center = share + z ** 2 / (2 * total);
  const half = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  return [(center - half) / (1 + z ** 2 / total), (center + half) / (1 + z ** 2 / total)];
}

function frontierOf(ballots: readonly Ballot[], seats: number): (readonly [number, number])[] {
  const flags = new Map<string, number>();
  for (const { round, verdicts } of ballots) {
    for (const [high, low, word] of verdicts) {
      const key = `${round}/${high}/${low}`;
      if (word === "unfair") flags.set(key, (flags.get(key) ?? 0) + 1);
    }
  }
  return Array.from({ length: seats }, (_, index) => {
    const over = [...flags].filter(([, count]) => count >= index + 1).map(([key]) => key.split("/")[0]);
    return [over.length, new Set(over).size] as const;
  });
}
