/** Doubles as little-endian bytes, the same on every machine. */

/**
 * Writes numbers from a place on.
 *
 * @returns the place after the last one
 */
export function writeDoubles(view: DataView, start: number, values: Float64Array): number {
  // A loop over places: walking through the values takes several times as long.
  for (let i = 0; i < values.length; i++) view.setFloat64(start + 8 * i, values[i] as number, true);
  return start + 8 * values.length;
}

/** Reads `count` numbers from a place on. */
export function readDoubles(view: DataView, start: number, count: number): Float64Array {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = view.getFloat64(start + 8 * i, true);
  return values;
}
