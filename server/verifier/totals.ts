import { z } from "zod";
import * as say from "#messages/differences.ts";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import type { ProblemCollector } from "./findings.ts";

const lineSchema = z.strictObject({ bytes: z.base64(), hash: z.string() });

/** Reads the totals of a record (docs/log-format-state.md) line by line. */
export class TotalsLines {
  readonly #findings: ProblemCollector;
  /** Bytes by their hash. */
  readonly kept = new Map<string, Uint8Array>();

  constructor(findings: ProblemCollector) {
    this.#findings = findings;
  }

  take(line: string): void {
    const findings = this.#findings;
    findings.guard(say.totals(), () => {
      const read = lineSchema.safeParse(parseCanonical(line));
      if (!read.success) {
        findings.require(false, say.totals(), say.bytesAndHash(), line);
        return;
      }
      const { bytes: text, hash } = read.data;
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      if (findings.same(say.hashOfTotals(), sha256Hex(bytes), hash)) this.kept.set(hash, bytes);
    });
  }
}
