/** TABLES[j][b]: what byte b does to the checksum when j more bytes of 0 follow it. */
const TABLES = tables(8);

/**
 * CRC-32 (ISO 3309) of all bytes but the four of the checksum itself.
 *
 * @param place where the checksum stands
 * Cost: O(bytes), eight at a time.
 */
export function checksumWithout(bytes: Uint8Array, place: number): number {
  const before = extended(0xffffffff, bytes, 0, place);
  return (extended(before, bytes, place + 4, bytes.length) ^ 0xffffffff) >>> 0;
}

function extended(start: number, bytes: Uint8Array, from: number, to: number): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as [Table, Table, Table, Table, Table, Table, Table, Table];
  const at = (table: Table, index: number): number => table[index & 255] as number;
  const byte = (index: number): number => bytes[index] as number;
  let crc = start;
  let i = from;
  for (; i + 8 <= to; i += 8) {
    const low = crc ^ (byte(i) | (byte(i + 1) << 8) | (byte(i + 2) << 16) | (byte(i + 3) << 24));
    crc =
      at(t7, low) ^
      at(t6, low >>> 8) ^
      at(t5, low >>> 16) ^
      at(t4, low >>> 24) ^
      at(t3, byte(i + 4)) ^
      at(t2, byte(i + 5)) ^
      at(t1, byte(i + 6)) ^
      at(t0, byte(i + 7));
  }
  for (; i < to; i++) crc = at(t0, crc ^ byte(i)) ^ (crc >>> 8);
  return crc;
}

type Table = Uint32Array;

function tables(count: number): readonly Table[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
  const all = [first];
  while (all.length < count) {
    const last = all.at(-1) as Table;
    all.push(last.map((crc) => (first[crc & 255] as number) ^ (crc >>> 8)));
  }
  return all;
}
