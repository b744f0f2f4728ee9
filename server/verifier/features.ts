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

const lineSchema = z.strictObject({
  person: z.string(),
  digestKey: z.string(),
  features: z.array(z.string().nullable()),
});

/** The features file: everybody by pseudonym, with what the log must hold of them. */
export function readFeatures(lines: Iterable<string>, findings: Findings): Map<string, KnownPerson> {
  const people = new Map<string, KnownPerson>();
  for (const line of lines) {
    findings.guard("features file", () => {
      const read = lineSchema.safeParse(parseCanonical(line));
      if (!findings.require(read.success, "features file", "a person with digest key and features", line))
        return;
      const { person, digestKey, features } = read.data as z.output<typeof lineSchema>;
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
