import type { EntryType } from "#server/log/entries.ts";
import type { TableSource } from "./table.ts";

export type Sizes = {
  /** Entries of the record. */
  readonly entryCount: number;
  /** People of the record, or more. */
  readonly peopleCount: number;
};

export type Watched = {
  readonly source: TableSource;
  /** How much was read, from 0 to 1; it never falls, and is 1 once everything was read to its end. */
  readonly share: () => number;
};

/**
 * A record that tells how much of it was read for a file.
 *
 * @param readings how often the file's making goes through entries or people, one time after another; 0 if never
 */
export function watched(source: TableSource, readings: number, { entryCount, peopleCount }: Sizes): Watched {
  let ended = 0;
  let within = 0;
  async function* counted<Item>(items: AsyncIterable<Item>, placeOf: (item: Item) => number) {
    for await (const item of items) {
      within = Math.min(1, Math.max(within, placeOf(item)));
      yield item;
    }
    ended += 1;
    within = 0;
  }
  return {
    source: {
      entries: <Type extends EntryType>(types: readonly Type[]) =>
        counted(source.entries(types), ({ seq }) => seq / entryCount),
      people: () => {
        let count = 0;
        return counted(source.people(), () => {
          count += 1;
          return count / peopleCount;
        });
      },
    },
    share: () => (readings === 0 ? 1 : Math.min(1, (ended + within) / readings)),
  };
}
