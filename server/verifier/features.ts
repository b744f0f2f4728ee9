import { z } from "zod";
import type { Features } from "#server/learner/spec/spec.ts";
import { parseCanonical } from "#server/log/canonical.ts";
import { featureDigest } from "#server/log/features.ts";
import { shownKey } from "#server/log/shown.ts";
import type { Findings } from "./findings.ts";

export type KnownPerson = {
  readonly cells: Features;
  readonly digest: string;
  readonly shownKey: string;
};

const shownSchema = z.strictObject({
  person: z.string(),
  digestKey: z.string(),
  features: z.array(z.string().nullable()),
});

/** Of whoever was erased, or stood in no round yet. */
const hiddenSchema = z.strictObject({ person: z.string(), digest: z.string() });

const lineSchema = z.union([shownSchema, hiddenSchema]);

export type People = {
  readonly known: ReadonlyMap<string, KnownPerson>;
  /** Of everybody, by pseudonym; null: no file was given. */
  readonly digests: ReadonlyMap<string, string> | null;
};

/** The features file: everybody by pseudonym, with what the log must hold of them. */
export function readFeatures(lines: Iterable<string> | null, findings: Findings): People {
  const known = new Map<string, KnownPerson>();
  const digests = new Map<string, string>();
  if (lines === null) return { known, digests: null };
  for (const text of lines) {
    findings.guard("features file", () => {
      const read = lineSchema.safeParse(parseCanonical(text));
      if (!findings.require(read.success, "features file", "a person with digest key and features", text))
        return;
      const line = read.data as z.output<typeof lineSchema>;
      const { person } = line;
      if (!findings.require(!digests.has(person), "features file", "one line a person", person)) return;
      const digest = "digest" in line ? line.digest : featureDigest(line.digestKey, line.features);
      digests.set(person, digest);
      if ("digest" in line) return;
      known.set(person, { cells: line.features, digest, shownKey: shownKey(line.digestKey) });
    });
  }
  return { known, digests };
}
