/**
 * `npm run restore -- FOLDER`: replaces the database with a backup of `npm run backup`, while no server is running, and
 * lets every study continue after it (docs/operations.md, Restore). `npm run restore -- --as-it-is` only does the
 * second step, for a database that lost its end.
 */

import { putBackup, requireStoppedServer } from "#server/operations/backup/put-backup.ts";
import { goOn, type Restored } from "#server/operations/restore/go-on.ts";
import { openAppAnyway, storeLocation } from "#server/platform/app/app.ts";
import { inWords } from "#server/platform/high-water-mark/refuse-behind.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { commandLine } from "./command-line.ts";

const { from } = commandLine(
  "npm run restore -- FOLDER | --as-it-is",
  { "as-it-is": { type: "boolean" } },
  ({ values, positionals: [folder, ...more] }) =>
    more.length > 0 || (folder === undefined) !== (values["as-it-is"] === true)
      ? undefined
      : { from: folder === undefined ? null : givenPath(folder) },
);
const location = storeLocation();
try {
  await requireStoppedServer(location);
  const aside = from === null ? null : await putBackup(location, from);
  if (aside !== null) console.log(`What was there before lies in ${aside}.`);
  const app = await openAppAnyway();
  const restored = await goOn(app);
  for (const one of restored) console.log(report(one));
  if (restored.length === 0) console.log("Nothing is lost: no study is behind its mark.");
  console.log("Every session and every open link has ended. Start the server now.");
  await app.pool.close();
  await app.store.close();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function report(one: Restored): string {
  const { name, erased, waiting } = one;
  if (name === null) return `Lost altogether: ${inWords(one)}.`;
  const again = erased.length > 0 ? ` Erased again: ${erased.join(", ")}.` : "";
  const later =
    waiting.length > 0
      ? ` To be erased at the first start after the round that is open has ended: ${waiting.join(", ")}.`
      : "";
  return `Lost: ${inWords(one)}; its log says so.${again}${later}`;
}
