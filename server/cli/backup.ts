/**
 * `npm run backup -- FOLDER [--without-secrets]`: copies the database and the secrets to a new folder within FOLDER; a
 * server may be running. Then checks the copy as a restore would (docs/operations.md, Backup). Exits with 0 if it can
 * be restored and every log in it is valid, 1 if not.
 */

import { parseArgs } from "node:util";
import { plural } from "#server/format.ts";
import { makeBackup } from "#server/operations/backup/make-backup.ts";
import { storeLocation } from "#server/platform/app/app.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { checkBackup } from "./check-backup.ts";

const { folder, withSecrets } = given();
const location = storeLocation();
try {
  const { path } = await makeBackup({ location, into: folder, withSecrets, now: Date.now() });
  console.log(`Written: ${path}`);
  const { isReplayed, studies, problem } = await checkBackup(location, path, Date.now());
  if (problem !== null) throw new Error(problem);
  console.log(
    isReplayed
      ? `Put back elsewhere and replayed: ${studies.length === 0 ? "no study is published yet" : plural(studies.length, "one log, it holds", `${studies.length} logs, every one holds`)}.`
      : "Its contents were listed. It was not put back: this user of PostgreSQL may make no database to try it in.",
  );
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function given(): { folder: string; withSecrets: boolean } {
  try {
    const options = { "without-secrets": { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0)
      return { folder: givenPath(folder), withSecrets: !values["without-secrets"] };
  } catch {
    // An unknown option gives the same message.
  }
  console.error("usage: npm run backup -- FOLDER [--without-secrets]");
  process.exit(2);
}
