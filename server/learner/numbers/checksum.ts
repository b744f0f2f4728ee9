const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/**
 * CRC-32 (ISO 3309) of all bytes but the four of the checksum itself.
 *
 * @param place where the checksum stands
 */
export function checksumWithout(bytes: Uint8Array, place: number): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    if (i >= place && i < place + 4) continue;
    crc = (CRC_TABLE[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
