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

/** The features file: everybody by pseudonym, with what the log must hold of them. */
export function readFeatures(lines: Iterable<string>, findings: Findings): Map<string, KnownPerson> {
  const people = new Map<string, KnownPerson>();
  for (const text of lines) {
    findings.guard("features file", () => {
      const read = lineSchema.safeParse(parseCanonical(text));
      if (!findings.require(read.success, "features file", "a person with digest key and features", text))
        return;
      const line = read.data as z.output<typeof lineSchema>;
      if ("digest" in line) return;
      const { person, digestKey, features } = line;
      if (!findings.require(!people.has(person), "features file", "one line a person", person)) return;
      people.set(person, {
        cells: features,
        digest: featureDigest(digestKey, features),
        shownKey: shownKey(digestKey),
      });
    });
  }
  return people;
}
