/**
 * `npm run backup -- FOLDER [--without-secrets]`: copies the database and the secrets to a new folder within FOLDER; a
 * server may be running. Then checks the copy as a restore would (docs/operations.md, Backup). Exits with 0 if it can
 * be restored and every log in it is valid, 1 if not.
 */

import { plural } from "#server/format.ts";
import { makeBackup } from "#server/operations/backup/make-backup.ts";
import { storeLocation } from "#server/platform/app/app.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { checkBackup } from "./check-backup.ts";
import { commandLine } from "./command-line.ts";

const { folder, withSecrets } = commandLine(
  "npm run backup -- FOLDER [--without-secrets]",
  { "without-secrets": { type: "boolean" } },
  ({ values, positionals: [folder, ...more] }) =>
    folder === undefined || more.length > 0
      ? undefined
      : { folder: givenPath(folder), withSecrets: !values["without-secrets"] },
);
const location = storeLocation();
try {
  const { path } = await makeBackup({ location, into: folder, withSecrets, now: Date.now() });
  console.log(`Written: ${path}`);
  const { isReplayed, studies, problem } = await checkBackup(location, path, Date.now());
  if (problem !== null) throw new Error(problem);
  console.log(
    isReplayed
      ? `Put back elsewhere and replayed: ${studies.length === 0 ? "no study is published yet" : plural(studies.length, "one log, it is correct", `${studies.length} logs, all correct`)}.`
      : "Its contents were listed. It was not put back: this user of PostgreSQL may make no database to try it in.",
  );
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
