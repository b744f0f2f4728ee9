import { createHash } from "node:crypto";
import { storedStateSchema } from "#server/audit-log/states.ts";
import { damaged, type SerialisedState } from "#server/learner/interface/serialised-state.ts";

/**
 * The bytes of a stored state:
 *
 *   0   SHA-256 of all other bytes
 *   32  length of the text (u32, little-endian)
 *   36  text: JSON of the head and the cells, then the totals
 */
const LENGTH_AT = 32;
const TEXT_AT = 36;

/** Writes a state in memory that all threads read, byte for byte the same for equal states. */
export function bytesOfState({ head, totals, cells }: SerialisedState): Uint8Array {
  const text = Buffer.from(JSON.stringify({ head, cells: [...cells] }));
  const bytes = new Uint8Array(new SharedArrayBuffer(TEXT_AT + text.length + totals.length));
  new DataView(bytes.buffer).setUint32(LENGTH_AT, text.length, true);
  bytes.set(text, TEXT_AT);
  bytes.set(totals, TEXT_AT + text.length);
  bytes.set(hashOf(bytes));
  return bytes;
}

/** @throws LearnerError "snapshot-damaged" unless these are whole bytes that {@link bytesOfState} wrote */
export function stateIn(bytes: Uint8Array): SerialisedState {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!hashOf(bytes).equals(whole.subarray(0, LENGTH_AT))) throw damaged("its hash");
  const totalsAt = TEXT_AT + whole.readUInt32LE(LENGTH_AT);
  const read = storedStateSchema.safeParse(JSON.parse(whole.toString("utf8", TEXT_AT, totalsAt)));
  if (!read.success) throw damaged("its head");
  const { head, cells } = read.data;
  return { head, totals: bytes.subarray(totalsAt), cells: new Map(cells) };
}

/** Returns the hash with which stored bytes begin. */
export function keyOfState(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, LENGTH_AT)).toString("hex");
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes.subarray(LENGTH_AT)).digest();
}
