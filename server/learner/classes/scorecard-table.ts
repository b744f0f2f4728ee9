/**
 * All functions of n answers that a scorecard computes, once each, in catalogue order.
 * Decisions of rule h: bit `answers` of the words `decisions[h * wordCount ..]`.
 */
export type ScorecardTable = {
  readonly size: number;
  readonly wordCount: number;
  readonly decisions: Uint32Array;
  /** Points of predicate b in rule h: points[h * n + b]; rules 0 and 1 have none. */
  readonly points: Int16Array;
  /** The rule accepts a sum of at least this. */
  readonly needed: Int16Array;
};

/**
 * Lists the scorecards Σ_b w_b q_b >= θ with whole w_b in -W..W.
 *
 * Rule 0 accepts no one, rule 1 everyone. Then the vectors w in the order of Σ_b (w_b + W)(2W + 1)^b, and for each the
 * whole θ from (sum of negative w) + 1 to the sum of positive w, ascending. A scorecard is included unless its
 * decisions on all 2^n answer vectors equal those of an earlier rule.
 *
 * @param count n, 0..8
 * @param largestPoints W >= 1
 * Cost: O((2W + 1)^n · 2^n · nW) bit operations at worst.  Source: NOTATION row "scorecards" (Remark 4.7).
 */
export function scorecardTable(count: number, largestPoints: number): ScorecardTable {
  const answerCount = 2 ** count;
  const wordCount = Math.ceil(answerCount / 32);
  const decisions: number[] = [];
  const points: number[] = [];
  const needed: number[] = [];
  const seen = new Set<string>();
  const row = new Uint32Array(wordCount);
  const vector = new Int16Array(count);
  const sums = new Int32Array(answerCount);

  const join = (theta: number) => {
    row.fill(0);
    // Stryker disable next-line EqualityOperator: the sum past the end is undefined, which reaches no threshold
    for (let answers = 0; answers < answerCount; answers++) {
      if ((sums[answers] as number) >= theta)
        row[answers >> 5] = (row[answers >> 5] as number) | (1 << (answers & 31));
    }
    const key = row.join();
    if (seen.has(key)) return;
    seen.add(key);
    decisions.push(...row);
    points.push(...vector);
    needed.push(theta);
  };

  join(1);
  join(0);
  const vectorCount = (2 * largestPoints + 1) ** count;
  for (let code = 0; code < vectorCount; code++) {
    const { least, most } = fill(code);
    for (let theta = least + 1; theta <= most; theta++) join(theta);
  }
  return {
    size: needed.length,
    wordCount,
    decisions: Uint32Array.from(decisions),
    points: Int16Array.from(points),
    needed: Int16Array.from(needed),
  };

  /** Sets the vector and the sums of all answer vectors. */
  function fill(code: number): { least: number; most: number } {
    let rest = code;
    let least = 0;
    let most = 0;
    for (let b = 0; b < count; b++) {
      const w = (rest % (2 * largestPoints + 1)) - largestPoints;
      rest = Math.floor(rest / (2 * largestPoints + 1));
      vector[b] = w;
      if (w < 0) least += w;
      else most += w;
      for (let answers = 0; answers < 1 << b; answers++) {
        sums[answers | (1 << b)] = (sums[answers] as number) + w;
      }
    }
    return { least, most };
  }
}
