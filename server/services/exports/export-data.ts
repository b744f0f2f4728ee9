import { listEntriesOf } from "#db/queries/log.ts";
import { readLine } from "#server/log/chain.ts";
import type { Entry, EntryType } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import type { TableSource } from "#server/tables/base/table.ts";
import { type DataFile, dataFile } from "#server/tables/data-file.ts";
import { requireStudy, settingsOf } from "../studies/settings.ts";
import { headOf, type LogHead } from "./export-log.ts";
import { importedPeople } from "./imported-people.ts";

/** Some entries are long (docs/limits.md), and everybody waits while they are read. */
const entriesAtOnce = 50;

/**
 * A file of a study's data as it is at the log's head: a table as CSV or Parquet, or all decisions in another program's format.
 *
 * @param name as `dataFile` names them
 * @param asOf the entry as of which it was begun, see headOf
 * @returns undefined if there is no such file, or it cannot be made as of that entry
 * @throws DomainError "not-found", "study-not-ready" at once; "busy" while it is read, if somebody is erased meanwhile
 */
export async function exportData(
  app: Pick<App, "store">,
  studyId: string,
  name: string,
  asOf?: LogHead,
): Promise<(DataFile & { readonly head: LogHead }) | undefined> {
  const { head, settings } = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    return { head: await headOf(db, study, asOf), settings: settingsOf(study) };
  });
  if (head === undefined) return undefined;
  const file = dataFile(name, { settings, study: studyId, head, source: storedSource(app, studyId, head) });
  return file && { ...file, head };
}

function storedSource(app: Pick<App, "store">, studyId: string, head: LogHead): TableSource {
  return {
    entries: (types) => storedEntries(app, { studyId, types, upTo: head.seq }),
    people: async function* () {
      for await (const { person, shown } of importedPeople(app, { studyId, head })) {
        yield { person, features: shown?.features ?? null };
      }
    },
  };
}

async function* storedEntries<Type extends EntryType>(
  app: Pick<App, "store">,
  { studyId, types, upTo }: { studyId: string; types: readonly Type[]; upTo: number },
): AsyncGenerator<Entry<Type>> {
  for (let after = 0; ; ) {
    const rows = await app.store.read((db) =>
      listEntriesOf(db, { studyId, types, after, upTo, limit: entriesAtOnce }),
    );
    // Asked for by type.
    for (const { entry } of rows) yield readLine(entry) as Entry<Type>;
    if (rows.length < entriesAtOnce) return;
    after = rows.at(-1)?.seq ?? upTo;
  }
}
