import { linesIn } from "#server/verifier/lines.ts";
import { type VerifyFiles, verifyLog } from "#server/verifier/verify.ts";

/** Files as they are downloaded, each a text of lines. */
type Exported = { readonly log: string; readonly features: string; readonly totals: string };

/** What the verifier says of a downloaded study. */
export function verified(
  files: Exported,
  without: readonly ("features" | "totals")[] = [],
  known: VerifyFiles["known"] = [],
) {
  const given: VerifyFiles = {
    log: linesOf(files.log),
    features: without.includes("features") ? null : linesOf(files.features),
    totals: without.includes("totals") ? null : linesOf(files.totals),
    known: known ?? [],
  };
  return verifyLog(given);
}

function linesOf(text: string): Iterable<string> {
  return linesIn([new TextEncoder().encode(text)]);
}
