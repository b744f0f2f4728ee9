import { type VerifyFiles, verifyLog } from "#server/verifier/verify.ts";

/** Files as they are downloaded, each a text of lines. */
type Exported = { readonly log: string; readonly features: string; readonly totals: string };

/** What the verifier says of a downloaded study. */
export function verified(files: Exported, without: readonly ("features" | "totals")[] = []) {
  const given: VerifyFiles = {
    log: linesOf(files.log),
    features: without.includes("features") ? null : linesOf(files.features),
    totals: without.includes("totals") ? null : linesOf(files.totals),
  };
  return verifyLog(given);
}

export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
