import type { ProgramRow, SolveProgram } from "#server/solver/programs.ts";

/** Members who count towards the same quotas, so that a lottery treats them alike. */
export type MemberType = {
  /** Positions of the quotas that they count towards. */
  readonly quotas: readonly number[];
  /** How many members there are: at least one. */
  readonly seats: number;
};

/** How many seats of a panel a quota allows. */
export type QuotaBounds = { readonly least: number; readonly most: number };

/** What a panel must be. */
export type PanelRules = {
  readonly types: readonly MemberType[];
  readonly quotas: readonly QuotaBounds[];
  /** Seats on a panel. */
  readonly size: number;
};

/** Returns the rows that the number of seats of each type on a panel satisfies. */
export function panelRows({ types, quotas, size }: PanelRules): ProgramRow[] {
  const indices = types.map((_, type) => type);
  const all = { indices, values: indices.map(() => 1), lower: size, upper: size };
  return [all, ...quotas.map((bounds, quota) => quotaRow(types, bounds, quota))];
}

function quotaRow(types: readonly MemberType[], { least, most }: QuotaBounds, quota: number): ProgramRow {
  const indices = types.flatMap(({ quotas }, type) => (quotas.includes(quota) ? [type] : []));
  return { indices, values: indices.map(() => 1), lower: least, upper: most };
}

/**
 * Finds quotas that no panel meets together, none of which could be left out.
 *
 * @returns their positions; none if some panel meets all quotas
 * Cost: one program in whole numbers for each quota.
 */
export function conflictingQuotas(rules: PanelRules, solve: SolveProgram): number[] {
  let kept = rules.quotas.map((_, quota) => quota);
  if (isPossible(rules, kept, solve)) return [];
  for (const quota of kept) {
    const others = kept.filter((one) => one !== quota);
    if (!isPossible(rules, others, solve)) kept = others;
  }
  return kept;
}

/** Whether some panel of the size meets these quotas: then none of them must be missed by anything. */
function isPossible(
  { types, quotas, size }: PanelRules,
  kept: readonly number[],
  solve: SolveProgram,
): boolean {
  const [all, ...rows] = panelRows({ types, quotas, size });
  const missing = types.length;
  const elastic = kept.flatMap((quota, place) => {
    const row = rows[quota];
    if (row === undefined) return [];
    const [below, above] = [missing + 2 * place, missing + 2 * place + 1];
    return [{ ...row, indices: [...row.indices, below, above], values: [...row.values, 1, -1] }];
  });
  const costs = new Float64Array(missing + 2 * kept.length).fill(1, missing);
  const whole = [
    ...types.map(({ seats }) => seats),
    ...kept.flatMap((quota) => [quotas[quota]?.least ?? 0, size]),
  ];
  const { values } = solve({ costs, rows: all === undefined ? elastic : [all, ...elastic], whole });
  return values.slice(missing).every((value) => value === 0);
}
