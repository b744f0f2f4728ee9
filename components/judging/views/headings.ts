import { personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { pairTitle } from "../state/docket.ts";
import type { View } from "../state/use-view.ts";

export type RoomHeading = { readonly title: string; readonly note?: string };

/** Returns the heading above the pairs in each view. */
export function headingOf(view: View, judging: Judging, place: number): RoomHeading {
  if (view === "grid") return { title: t.allPairs() };
  if (view === "against") {
    const [high = 0] = judging.pairs[place] ?? [];
    return { title: t.againstAll({ person: personName(high) }) };
  }
  const title = pairTitle(judging, place);
  return place < judging.docketCount ? { title } : { title, note: t.notOnDocket() };
}
