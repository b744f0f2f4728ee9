/**
 * Solves min c·w over w >= 0, Σ w = 1, A w <= b by trying every vertex: N - 1 of the inequalities (including w_h >= 0) hold
 * with equality there. Only for tiny N; independent of the product's linear program.
 */
export function leastByVertices(
  costs: readonly number[],
  rows: readonly { a: readonly number[]; b: number }[],
): number {
  const n = costs.length;
  const nonNegative = costs.map((_, h) => ({ a: costs.map((_, other) => (other === h ? -1 : 0)), b: 0 }));
  const inequalities = [...rows, ...nonNegative];
  let least = Number.POSITIVE_INFINITY;
  for (const tight of subsets(inequalities.length, n - 1)) {
    const matrix = [costs.map(() => 1), ...tight.map((i) => [...(inequalities[i]?.a ?? [])])];
    const right = [1, ...tight.map((i) => inequalities[i]?.b ?? 0)];
    const w = solveSquare(matrix, right);
    if (w === undefined) continue;
    const isFeasible = inequalities.every(({ a, b }) => dot(a, w) <= b + 1e-9);
    if (isFeasible) least = Math.min(least, dot(costs, w));
  }
  return least;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0);
}

function* subsets(n: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= n - size; i++) for (const rest of subsets(n, size - 1, i + 1)) yield [i, ...rest];
}

/** Gaussian elimination with pivots; undefined if singular. */
function solveSquare(matrix: number[][], right: number[]): number[] | undefined {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column; i < n; i++) {
      if (Math.abs(rows[i]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = i;
    }
    const top = rows[pivot] ?? [];
    if (Math.abs(top[column] ?? 0) < 1e-9) return undefined;
    rows[pivot] = rows[column] ?? [];
    rows[column] = top;
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const row = rows[i] ?? [];
      const factor = (row[column] ?? 0) / (top[column] ?? 1);
      rows[i] = row.map((value, j) => value - factor * (top[j] ?? 0));
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}
