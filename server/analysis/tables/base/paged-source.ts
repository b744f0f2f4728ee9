import { readLine } from "#server/audit-log/chain.ts";
import type { Entry, EntryType } from "#server/audit-log/entries.ts";
import type { RecordPerson, TableSource } from "./table.ts";

/** A page to read: entries of these types after an entry, or people after a place in the files (`types` is null). */
export type RecordPage = { readonly types: readonly EntryType[] | null; readonly after: number };

/** Lines of entries with their numbers, or people with their places. */
export type RecordRows = {
  readonly entries: readonly { readonly seq: number; readonly entry: string }[];
  readonly people: readonly (RecordPerson & { readonly ordinal: number })[];
};

/**
 * Makes a source of tables that reads page by page, so that it never holds the whole record.
 *
 * @param read returns the rows after a place, and none once all are read; entries have the types of the page
 */
export function pagedSource(read: (page: RecordPage) => Promise<RecordRows>): TableSource {
  return {
    async *entries<Type extends EntryType>(types: readonly Type[]) {
      for (let after = 0; ; ) {
        const { entries } = await read({ types, after });
        for (const { entry } of entries) yield readLine(entry) as Entry<Type>;
        const last = entries.at(-1);
        if (last === undefined) return;
        after = last.seq;
      }
    },
    async *people() {
      for (let after = 0; ; ) {
        const { people } = await read({ types: null, after });
        for (const { person, features, groups } of people) yield { person, features, groups };
        const last = people.at(-1);
        if (last === undefined) return;
        after = last.ordinal;
      }
    },
  };
}
