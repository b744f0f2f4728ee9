/** How many bytes the signs of so many rules take. */
export function signBytes(size: number): number {
  return Math.ceil(size / 4);
}

/** Four signs a byte, the first in the lowest bits: 0 is 0, 1 is +1, 2 is -1. */
export function packSigns(signs: Int8Array): Uint8Array {
  const bytes = new Uint8Array(signBytes(signs.length));
  for (let h = 0; h < signs.length; h++) {
    const code = signs[h] === 0 ? 0 : signs[h] === 1 ? 1 : 2;
    bytes[h >> 2] = (bytes[h >> 2] as number) | (code << (2 * (h & 3)));
  }
  return bytes;
}

/** @param size how many signs there are; what fills up the last byte is passed over */
export function unpackSigns(bytes: Uint8Array, size: number): Int8Array {
  const signs = new Int8Array(size);
  for (let h = 0; h < size; h++) {
    const code = ((bytes[h >> 2] as number) >> (2 * (h & 3))) & 3;
    signs[h] = code === 2 ? -1 : code;
  }
  return signs;
}
