import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { checksumWithout } from "#server/learner/numeric/checksum.ts";
import { firstNotFinite, readDoubles, writeDoubles } from "#server/learner/numeric/doubles.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * The bytes of a learner's state, little-endian:
 *
 *   0  "EVX2" (Exp2) or "EVFT" (FTPL)   4  form (u32)   8  t (f64)   16  n (u32)
 *   20  xxHash32 of all other bytes (u32)
 *   form 1: 24 loss: n × f64
 *   form 2: 24 the sums that the losses come from, place and sum, f64 each:
 *           by answer vector (policy/vector-sums.ts) or, for thresholds, by interval (policy/runs.ts)
 *
 * n is the number of rules (Exp2) or of cells of the history (FTPL).
 */
export type Stored = {
  readonly t: number;
  readonly form: keyof typeof FORMS;
  readonly numbers: Float64Array;
};

const FORMS = { losses: 1, sums: 2 } as const;
const MAGIC = { exp2: 0x32585645, ftpl: 0x54465645 } as const;
const HEADER = 24;
const CHECKSUM = 20;

/**
 * Writes a state, byte for byte the same for equal states.
 *
 * @param size n
 * Cost: 24 + 8 bytes a number.
 */
export function writeSnapshot(
  learner: LearnerSpec["learner"],
  size: number,
  { t, form, numbers }: Stored,
): Uint8Array {
  const bytes = new Uint8Array(HEADER + 8 * numbers.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC[learner], true);
  view.setUint32(4, FORMS[form], true);
  view.setFloat64(8, t, true);
  view.setUint32(16, size, true);
  writeDoubles(bytes, HEADER, numbers);
  view.setUint32(CHECKSUM, checksumWithout(bytes, CHECKSUM), true);
  return bytes;
}

/**
 * Reads a state back. The checksum detects accidents. Forgery is detected through the log, which holds the snapshot's
 * hash.
 *
 * @param bytes a snapshot
 * @param size n of the study
 * @throws LearnerError "snapshot-damaged" on anything but a whole snapshot of this size with finite numbers
 */
export function readSnapshot(learner: LearnerSpec["learner"], bytes: Uint8Array, size: number): Stored {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC[learner]) throw damaged("its head");
  const written = view.getUint32(4, true);
  const form = written === FORMS.losses ? "losses" : "sums";
  const length = form === "losses" ? size : (bytes.length - HEADER) / 8;
  const isWhole = form === "losses" ? bytes.length === HEADER + 8 * size : length % 2 === 0;
  if (written !== FORMS[form] || !isWhole) throw damaged(`${bytes.length} bytes for ${size} totals`);
  if (view.getUint32(16, true) !== size) throw damaged("its number of totals");
  if (view.getUint32(CHECKSUM, true) !== checksumWithout(bytes, CHECKSUM)) throw damaged("its checksum");
  const t = view.getFloat64(8, true);
  if (!Number.isSafeInteger(t) || t < 0 || Object.is(t, -0)) throw damaged("its round");
  const numbers = readDoubles(bytes, HEADER, length);
  if (firstNotFinite(numbers) >= 0) throw damaged("a total");
  return { t, form, numbers };
}

/** Creates the error for stored bytes that are not a valid state. */
export function damaged(what: string): LearnerError {
  return new LearnerError("snapshot-damaged", `the snapshot is damaged: ${what}`);
}
