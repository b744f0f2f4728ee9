/**
 * Coincidences of units of answers, in a form that can be added up: for the units with at least two answers, how many
 * answers each value has, and how many of them agree.
 */
export type Coincidences = {
  /** n_c, the answers of each value in units with two answers or more. */
  readonly counts: Readonly<Record<string, number>>;
  /** A = Σ_u Σ_c n_uc (n_uc - 1)/(m_u - 1), the diagonal of the coincidence matrix. */
  readonly agreeing: number;
};

/** @param units the answers that each unit has; one answer alone says nothing about agreement */
export function coincidencesIn(units: readonly (readonly string[])[]): Coincidences {
  const counts: Record<string, number> = {};
  let agreeing = 0;
  for (const answers of units) {
    if (answers.length < 2) continue;
    const own = Map.groupBy(answers, (value) => value);
    for (const [value, { length }] of own) {
      counts[value] = (counts[value] ?? 0) + length;
      agreeing += (length * (length - 1)) / (answers.length - 1);
    }
  }
  return { counts, agreeing };
}

export function addCoincidences(parts: readonly Coincidences[]): Coincidences {
  const counts: Record<string, number> = {};
  let agreeing = 0;
  for (const part of parts) {
    for (const [value, count] of Object.entries(part.counts)) counts[value] = (counts[value] ?? 0) + count;
    agreeing += part.agreeing;
  }
  return { counts, agreeing };
}

/**
 * Krippendorff's alpha for answers without an order (nominal), where any may be missing:
 *
 *   α = 1 - D_o/D_e = 1 - (n - 1) (n - A)/(n² - Σ_c n_c²),   n = Σ_c n_c
 *
 * 1: all agree. 0: as expected from chance. Below 0: they disagree more often than that.
 *
 * @returns null where all answers are the same, or no unit has two answers: then alpha is undefined
 * Source: Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011.
 */
export function nominalAlpha({ counts, agreeing }: Coincidences): number | null {
  return alphaOf(Object.values(counts), agreeing);
}

/** Computes {@link nominalAlpha} from bare counts, for many in a row. */
export function alphaOf(counts: readonly number[], agreeing: number): number | null {
  const n = counts.reduce((total, count) => total + count, 0);
  const expected = counts.reduce((rest, count) => rest - count * count, n * n);
  return expected === 0 ? null : 1 - ((n - 1) * (n - agreeing)) / expected;
}
