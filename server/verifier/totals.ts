import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { parseCanonical } from "#server/log/canonical.ts";
import type { Findings } from "./findings.ts";

/** The bytes of totals by their hash. */
export type KeptTotals = ReadonlyMap<string, Uint8Array>;

const lineSchema = z.strictObject({ bytes: z.base64(), hash: z.string() });

/** The totals file (docs/log-format-state.md). */
export function readTotals(lines: Iterable<string>, findings: Findings): KeptTotals {
  const kept = new Map<string, Uint8Array>();
  for (const line of lines) {
    findings.guard("totals file", () => {
      const read = lineSchema.safeParse(parseCanonical(line));
      if (!findings.require(read.success, "totals file", "bytes and hash", line)) return;
      const { bytes: text, hash } = read.data as z.output<typeof lineSchema>;
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      if (findings.same("totals file: hash", bytesToHex(sha256(bytes)), hash)) kept.set(hash, bytes);
    });
  }
  return kept;
}
