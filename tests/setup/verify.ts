import { createHash } from "node:crypto";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { type VerifyInput, verifyLog } from "#server/verifier/verify.ts";

/** The parts of a record, each a text of lines. */
type Parts = {
  readonly log: string;
  readonly features: string;
  readonly totals: string;
  readonly rules?: string;
};

/** Verifies a study's record, made of its public parts. */
export function verified(parts: Parts, known: VerifyInput["known"] = [], more: Partial<VerifyInput> = {}) {
  return verifyLog({
    lines: linesIn([new TextEncoder().encode(recordOf(parts))]),
    known,
    isSigned: isSignedFast,
    ...more,
  });
}

/** Makes a record with a matching manifest; without features the log alone. */
export function recordOf({ log, features, totals, rules = "" }: Parts): string {
  if (features === "") return log;
  const count = (text: string) => text.split("\n").length - 1;
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  const lines = log.split("\n").slice(0, -1);
  const { study = "" } = lines[0] === undefined ? {} : JSON.parse(lines[0]);
  const manifest = {
    ...{ format: 1, study, head: entryHash(lines.at(-1) ?? "") },
    ...{ entries: count(log), logHash: sha(log) },
    ...{ people: count(features), peopleHash: sha(features) },
    featuresOf: features.split('"digestKey":').length - 1,
    ...{ totals: count(totals), totalsHash: sha(totals) },
    ...{ rules: count(rules), rulesHash: sha(rules) },
  };
  return `${rules}${features}${totals}${log}${canonicalJson({ manifest })}\n`;
}
