import { checksumWithout } from "#server/learner/numbers/checksum.ts";
import { firstNotFinite, readDoubles, writeDoubles } from "#server/learner/numbers/doubles.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { LearnerSpec } from "#server/learner/spec/spec.ts";
import type { Totals } from "./policy/totals.ts";

/**
 * The bytes of a learner's state, little-endian:
 *
 *   0  "EVX2" (Exp2) or "EVFT" (FTPL)   4  form (u32)   8  t (f64)   16  n (u32)   20  xxHash32 of all other bytes (u32)
 *   form 1: 24 loss: n × f64
 *   form 2: 24 the sums that the losses come from: answer vector and sum, f64 each (few-cells.ts)
 *
 * n is the number of rules (Exp2) or of cells of the history (FTPL).
 */
export type LearnerRecord = Totals & { readonly t: number };

/** What was stored: the losses, or what they come from. */
export type Stored = { readonly t: number } & (
  | { readonly loss: Float64Array; readonly cells: null }
  | { readonly cells: Float64Array }
);

const MAGIC = { exp2: 0x32585645, ftpl: 0x54465645 } as const;
const [LOSSES, CELLS] = [1, 2];
const HEADER = 24;
const CHECKSUM = 20;

/**
 * Writes a state, byte for byte the same for equal states.
 *
 * @param cells what the losses come from, if that is to be stored in their place
 * Cost: 24 + 8 n bytes, or 8 a number of the cells.
 */
export function writeSnapshot(
  learner: LearnerSpec["learner"],
  { t, loss }: LearnerRecord,
  cells: Float64Array | null = null,
): Uint8Array {
  const numbers = cells ?? loss;
  const bytes = new Uint8Array(HEADER + 8 * numbers.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC[learner], true);
  view.setUint32(4, cells === null ? LOSSES : CELLS, true);
  view.setFloat64(8, t, true);
  view.setUint32(16, loss.length, true);
  writeDoubles(bytes, HEADER, numbers);
  view.setUint32(CHECKSUM, checksumWithout(bytes, CHECKSUM), true);
  return bytes;
}

/**
 * Reads a state back. The checksum finds accidents; forgery is found by the log, which holds the snapshot's hash.
 *
 * @param bytes a snapshot
 * @param size n of the study
 * @throws LearnerError "snapshot-damaged" on anything but a whole snapshot of this size with finite numbers
 */
export function readSnapshot(learner: LearnerSpec["learner"], bytes: Uint8Array, size: number): Stored {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC[learner]) throw damaged("its head");
  const form = view.getUint32(4, true);
  const length = form === LOSSES ? size : (bytes.length - HEADER) / 8;
  const isWhole = form === LOSSES ? bytes.length === HEADER + 8 * size : length % 2 === 0;
  if ((form !== LOSSES && form !== CELLS) || !isWhole)
    throw damaged(`${bytes.length} bytes for ${size} totals`);
  if (view.getUint32(16, true) !== size) throw damaged("its number of totals");
  if (view.getUint32(CHECKSUM, true) !== checksumWithout(bytes, CHECKSUM)) throw damaged("its checksum");
  const t = view.getFloat64(8, true);
  if (!Number.isSafeInteger(t) || t < 0 || Object.is(t, -0)) throw damaged("its round");
  const numbers = readDoubles(bytes, HEADER, length);
  if (firstNotFinite(numbers) >= 0) throw damaged("a total");
  return form === LOSSES ? { t, loss: numbers, cells: null } : { t, cells: numbers };
}

/** A stored state is not one. */
export function damaged(what: string): LearnerError {
  return new LearnerError("snapshot-damaged", `the snapshot is damaged: ${what}`);
}
