/** Leximin chances in exact arithmetic: all panels enumerated, and a simplex method over fractions of whole numbers. */

import type { PanelRules } from "#server/panel-lottery/quotas.ts";

/** A fraction whose denominator is above 0. */
type Fraction = readonly [bigint, bigint];

const ZERO: Fraction = [0n, 1n];
const ONE: Fraction = [1n, 1n];

function reduced(top: bigint, bottom: bigint): Fraction {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? ZERO : [top / a, bottom / a];
}

const times = ([a, b]: Fraction, [c, d]: Fraction) => reduced(a * c, b * d);
const minus = ([a, b]: Fraction, [c, d]: Fraction) => reduced(a * d - c * b, b * d);
const over = (one: Fraction, [c, d]: Fraction) => times(one, c < 0n ? [-d, -c] : [d, c]);
const isBelow = ([a, b]: Fraction, [c, d]: Fraction) => a * d < c * b;
export const toNumber = ([a, b]: Fraction) => Number(a) / Number(b);

/** Lists all panels, as the number of seats of each type. */
export function panelsOf({ types, quotas, size }: PanelRules): number[][] {
  const found: number[][] = [];
  const extend = (counts: number[], left: number) => {
    const type = types[counts.length];
    if (type === undefined) {
      const isMet = quotas.every(({ least, most }, quota) => {
        const counted = counts
          .filter((_, at) => types[at]?.quotas.includes(quota))
          .reduce((a, b) => a + b, 0);
        return counted >= least && counted <= most;
      });
      if (left === 0 && isMet) found.push(counts);
      return;
    }
    for (let count = 0; count <= Math.min(left, type.seats); count += 1)
      extend([...counts, count], left - count);
  };
  extend([], size);
  return found;
}

/**
 * Computes the chance of each type: the smallest as large as possible, then the next, and so on. A type is fixed once
 * its own largest chance is the smallest one.
 */
export function exactLeximin(rules: PanelRules): Fraction[] {
  const shares = panelsOf(rules).map((counts) =>
    counts.map((count, type): Fraction => reduced(BigInt(count), BigInt(rules.types[type]?.seats ?? 1))),
  );
  const fixed = new Map<number, Fraction>();
  while (fixed.size < rules.types.length) {
    const free = [...rules.types.keys()].filter((type) => !fixed.has(type));
    const least = largest(shares, fixed, free, null);
    for (const type of free) {
      const own = largest(shares, new Map([...fixed, ...free.map((one) => [one, least] as const)]), [], type);
      if (!isBelow(least, own)) fixed.set(type, least);
    }
  }
  return rules.types.map((_, type) => fixed.get(type) ?? ZERO);
}

/**
 * The largest z, or chance of one type, of any weights of panels: those of `free` have at least z, the others what is
 * fixed. Rows: share - z - slack = 0, or share - slack = fixed; weights sum to 1.
 */
function largest(
  shares: readonly (readonly Fraction[])[],
  fixed: ReadonlyMap<number, Fraction>,
  free: readonly number[],
  goal: number | null,
): Fraction {
  const rowTypes = [...fixed.keys(), ...free];
  const count = shares.length;
  const rows = rowTypes.map((type, row) => [
    ...shares.map((share) => share[type] ?? ZERO),
    fixed.has(type) ? ZERO : minus(ZERO, ONE),
    ...rowTypes.map((_, other) => (other === row ? minus(ZERO, ONE) : ZERO)),
  ]);
  rows.push([...shares.map(() => ONE), ZERO, ...rowTypes.map(() => ZERO)]);
  const bounds = [...rowTypes.map((type) => fixed.get(type) ?? ZERO), ONE];
  const gains = rows[0]?.map((_, column): Fraction => {
    if (goal === null) return column === count ? ONE : ZERO;
    return shares[column]?.[goal] ?? ZERO;
  });
  return maximum(rows, bounds, gains ?? []);
}

/** max gains · x over x >= 0 with rows · x = bounds, bounds >= 0: two phases, Bland's rule. */
function maximum(
  rows: readonly Fraction[][],
  bounds: readonly Fraction[],
  gains: readonly Fraction[],
): Fraction {
  const width = gains.length;
  const table = rows.map((row, place) => [
    ...row,
    ...rows.map((_, other) => (other === place ? ONE : ZERO)),
    bounds[place] ?? ZERO,
  ]);
  const basis = rows.map((_, place) => width + place);
  const run = (objective: readonly Fraction[], allowed: number): Fraction => {
    for (;;) {
      const price = (column: number) =>
        table.reduce(
          (sum, row, place) => minus(sum, times(objective[basis[place] ?? 0] ?? ZERO, row[column] ?? ZERO)),
          objective[column] ?? ZERO,
        );
      const entering = Array.from({ length: allowed }, (_, column) => column).find((column) =>
        isBelow(ZERO, price(column)),
      );
      if (entering === undefined) return minus(ZERO, price(width + rows.length));
      let leaving = -1;
      let best: Fraction | null = null;
      for (const [place, row] of table.entries()) {
        const pivot = row[entering] ?? ZERO;
        if (!isBelow(ZERO, pivot)) continue;
        const ratio = over(row.at(-1) ?? ZERO, pivot);
        const isTie = best !== null && !isBelow(ratio, best) && !isBelow(best, ratio);
        const isFirst = isTie && (basis[place] ?? 0) < (basis[leaving] ?? 0);
        if (best === null || isBelow(ratio, best) || isFirst) [leaving, best] = [place, ratio];
      }
      if (leaving < 0) throw new Error("a program without a maximum");
      pivotAt(table, leaving, entering);
      basis[leaving] = entering;
    }
  };
  const penalties = [...gains.map(() => ZERO), ...rows.map(() => minus(ZERO, ONE)), ZERO];
  if (isBelow(run(penalties, width), ZERO)) throw new Error("a program that cannot be met");
  // an artificial variable that is still in the basis, at 0, leaves it, or its row says nothing new
  for (let place = table.length - 1; place >= 0; place -= 1) {
    if ((basis[place] ?? 0) < width) continue;
    const column = table[place]?.slice(0, width).findIndex(([top]) => top !== 0n) ?? -1;
    if (column < 0) {
      table.splice(place, 1);
      basis.splice(place, 1);
    } else {
      pivotAt(table, place, column);
      basis[place] = column;
    }
  }
  return run([...gains, ...rows.map(() => ZERO), ZERO], width);
}

function pivotAt(table: Fraction[][], row: number, column: number): void {
  const pivot = table[row]?.[column] ?? ONE;
  const scaled = (table[row] ?? []).map((cell) => over(cell, pivot));
  table[row] = scaled;
  for (const [place, other] of table.entries()) {
    const factor = other[column] ?? ZERO;
    if (place === row || factor[0] === 0n) continue;
    table[place] = other.map((cell, at) => minus(cell, times(factor, scaled[at] ?? ZERO)));
  }
}
