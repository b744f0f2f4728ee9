/** The totals file: what the log's `person.erased` entries hold the hashes of (docs/log-format-state.md). */

import { readCanonical } from "./canonical.ts";
import { linesOf } from "./entries.ts";
import { hashOf } from "./hashes.ts";
import { Fields } from "./read.ts";
import { Broken, type Problems } from "./report.ts";

/** Doubles by the hash of their bytes. */
export type KeptTotals = ReadonlyMap<string, Float64Array>;

/** Reads the totals; problems are reported under seq 0. */
export function readTotals(text: string, problems: Problems): KeptTotals {
  const kept = new Map<string, Float64Array>();
  problems.seq = 0;
  for (const line of linesOf(text, "totals file", problems)) {
    problems.guard(() => {
      const fields = new Fields(readCanonical(line), "totals").only(["bytes", "hash"]);
      const bytes = Buffer.from(fields.text("bytes"), "base64");
      const hash = fields.hash("hash");
      if (bytes.toString("base64") !== fields.text("bytes") || bytes.length % 8 !== 0) {
        throw new Broken("totals file: bytes", "doubles as base64", fields.text("bytes"));
      }
      if (kept.has(hash)) throw new Broken("totals file: hash", "one line a hash", hash);
      if (!problems.same("totals file: hash", hashOf(bytes), hash)) return;
      kept.set(hash, doublesIn(bytes));
    });
  }
  return kept;
}

function doublesIn(bytes: Buffer): Float64Array {
  return Float64Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readDoubleLE(8 * index));
}
