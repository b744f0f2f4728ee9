const KB = 1024;

/** Enough for every form that can be sent without being signed in. */
export const anonymousBodyLimit = 8 * KB;

const usual = 32 * KB;
const most = 256 * KB;

/** Procedures whose input is larger than a form: verdicts, outcomes, texts, a study's draft, the columns of a file. */
const roomy: ReadonlySet<string> = new Set([
  "ballots.save",
  "ballots.seal",
  "drafts.save",
  "drafts.records.choose",
  "guidelines.revise",
  "organisation.save",
  "outcomes.file.choose",
  "outcomes.record",
  "panel.inviteMany",
  "panel.saveAttributes",
  "people.file.choose",
  "report.state",
  "results.policyChances",
  "results.policyChancesOfFile",
]);

/** Largest request body in bytes that a signed-in account may send to these procedures. */
export function bodyLimitOf(paths: readonly string[]): number {
  return paths.some((path) => roomy.has(path)) ? most : usual;
}
