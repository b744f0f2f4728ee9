const KB = 1024;

/** Enough for every form that anybody can send without being signed in. */
export const anonymousBodyLimit = 8 * KB;

const usual = 32 * KB;
const most = 256 * KB;

/** What holds more than a form: verdicts, outcomes, texts, a study's draft, which file's column is what. */
const roomy: ReadonlySet<string> = new Set([
  "ballots.save",
  "ballots.seal",
  "drafts.save",
  "drafts.records.choose",
  "guidelines.revise",
  "outcomes.file.choose",
  "outcomes.record",
  "people.file.choose",
]);

/** How many bytes somebody who is signed in may send to these procedures in one request. */
export function bodyLimitOf(paths: readonly string[]): number {
  return paths.some((path) => roomy.has(path)) ? most : usual;
}
