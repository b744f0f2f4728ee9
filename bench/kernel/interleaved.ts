/**
 * Runs pieces of work in turns and returns the least wall time of each in milliseconds: other programs on the
 * machine lengthen some runs, and hardly all of them.
 */
export function leastOfTurns(pieces: readonly (() => unknown)[], turns: number): number[] {
  const least = pieces.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, run] of pieces.entries()) {
      const started = performance.now();
      run();
      least[place] = Math.min(least[place] ?? 0, performance.now() - started);
    }
  }
  return least;
}
