/**
 * Returns an array in NumPy's file format, version 1.0: little-endian, rows one after the other.
 *
 * @param shape the dimensions, whose product is the number of values
 */
export function npyFile(values: Float64Array | BigInt64Array, shape: readonly number[]): Uint8Array {
  const type = values instanceof Float64Array ? "<f8" : "<i8";
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const words = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const preamble = 10;
  const padded = Math.ceil((preamble + words.length + 1) / 64) * 64;
  const bytes = new Uint8Array(padded + values.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  view.setUint16(8, padded - preamble, true);
  bytes.set(new TextEncoder().encode(`${words.padEnd(padded - preamble - 1)}\n`), preamble);
  for (const [index, value] of values.entries()) {
    const at = padded + index * 8;
    if (typeof value === "number") view.setFloat64(at, value, true);
    else view.setBigInt64(at, value, true);
  }
  return bytes;
}
