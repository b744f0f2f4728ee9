/** Doubles as little-endian bytes, the same on every machine. */

/**
 * Whether this machine stores numbers in little-endian order. Almost all do; bytes are then copied at once.
 * @internal
 */
export const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/**
 * Writes numbers from an offset on.
 *
 * @returns the offset after the last one
 */
export function writeDoubles(bytes: Uint8Array, start: number, values: Float64Array): number {
  const end = start + values.byteLength;
  if (isLittleEndian) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), start);
    return end;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < values.length; i++) view.setFloat64(start + 8 * i, values[i] as number, true);
  return end;
}

/** Reads `count` numbers from an offset on. */
export function readDoubles(bytes: Uint8Array, start: number, count: number): Float64Array {
  const values = new Float64Array(count);
  if (isLittleEndian) {
    new Uint8Array(values.buffer).set(bytes.subarray(start, start + 8 * count));
    return values;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < count; i++) values[i] = view.getFloat64(start + 8 * i, true);
  return values;
}

/** Returns the index of the first number that is NaN or infinite; -1 if there is none. */
export function firstNotFinite(values: Float64Array): number {
  // A loop over indices: the array's own findIndex takes many times as long.
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return i;
  return -1;
}
