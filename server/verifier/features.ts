import { z } from "zod";
import * as say from "#messages/differences.ts";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import { featureDigest } from "#server/audit-log/features.ts";
import { shownKey } from "#server/audit-log/shown.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { ProblemCollector } from "./findings.ts";

export type KnownPerson = {
  readonly cells: Features;
  readonly shownKey: string;
};

const shownSchema = z.strictObject({
  person: z.string(),
  digestKey: z.string(),
  features: z.array(z.string().nullable()),
});

/** A person who was erased or has not been in a round yet. */
const hiddenSchema = z.strictObject({ person: z.string(), digest: z.string() });

const lineSchema = z.union([shownSchema, hiddenSchema]);

/** Reads the people of a record line by line, and computes the digests that the log must contain. */
export class PeopleLines {
  readonly #findings: ProblemCollector;
  /** People with known features, by pseudonym. */
  readonly known = new Map<string, KnownPerson>();
  /** Digests of all people, by pseudonym. */
  readonly digests = new Map<string, string>();

  constructor(findings: ProblemCollector) {
    this.#findings = findings;
  }

  take(text: string): void {
    const findings = this.#findings;
    findings.guard(say.features(), () => {
      const read = lineSchema.safeParse(parseCanonical(text));
      if (!read.success) {
        findings.require(false, say.features(), say.personLine(), text);
        return;
      }
      const line = read.data;
      const { person } = line;
      if (!findings.require(!this.digests.has(person), say.features(), say.oneLineEach(), person)) return;
      const digest = "digest" in line ? line.digest : featureDigest(line.digestKey, line.features);
      this.digests.set(person, digest);
      if ("digest" in line) return;
      this.known.set(person, { cells: line.features, shownKey: shownKey(line.digestKey) });
    });
  }
}
