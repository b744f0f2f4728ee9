import { type Items, parseItem } from "#components/ui/browser-storage.ts";
import { isVerdict } from "#server/audit-log/verdicts.ts";
import type { Pending } from "./verdict-state.ts";
import { type Pair, type PairKey, pairKeyOf, type Verdict } from "./verdicts.ts";

/** Account and round that verdicts belong to. Verdicts of one account are never shown to or sent for another. */
export type Place = { readonly studyId: string; readonly round: number; readonly accountId: string };

export function placeKey({ studyId, round, accountId }: Place): string {
  return `${studyId}/${round}/${accountId}`;
}

export type VerdictStorage = ReturnType<typeof verdictStorage>;

/** What is stored for a pair: the verdict, or null if it was withdrawn. */
const textOf = (verdict: Verdict | null) => JSON.stringify(verdict);

/** Stores verdicts, one item for each pair, so that two tabs never overwrite each other's verdicts. */
export function verdictStorage(place: Place, pairs: readonly Pair[], items: Items) {
  const prefix = `evenhand/verdict/${placeKey(place)}/`;
  const keys = pairs.map(pairKeyOf);
  return {
    isDurable: items.isDurable,
    load: (): Pending => new Map(keys.flatMap((key) => entryOf(key, items.getItem(prefix + key)))),
    keep: (changes: Pending): void => {
      for (const [key, verdict] of changes) items.setItem(prefix + key, textOf(verdict));
    },
    /** Removes saved verdicts, unless another tab gave a different verdict meanwhile. */
    release: (saved: Pending): void => {
      for (const [key, verdict] of saved) {
        if (items.getItem(prefix + key) === textOf(verdict)) items.removeItem(prefix + key);
      }
    },
    /** Returns whether an item that another tab changed is one of these; null means all items at once. */
    owns: (key: string | null): boolean => key === null || key.startsWith(prefix),
  };
}

function entryOf(key: PairKey, text: string | null): [PairKey, Verdict | null][] {
  const stored = parseItem(text);
  return stored === null || (isVerdict(stored) && pairKeyOf(stored) === key) ? [[key, stored]] : [];
}
