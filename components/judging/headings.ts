import { personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { type Coverage, pairTitle } from "./docket.ts";
import type { View } from "./use-view.ts";

export type RoomHeading = { readonly title: string; readonly note: string };

/** Returns the heading above the pairs in each view. */
export function headingOf(view: View, judging: Judging, place: number, coverage: Coverage): RoomHeading {
  if (view === "grid") return { title: t.allPairs(), note: t.rowAndColumn() };
  if (view === "against") {
    const [high = 0] = judging.pairs[place] ?? [];
    return { title: t.againstAll({ person: personName(high) }), note: t.farEnoughBelow() };
  }
  return { title: pairTitle(judging, place), note: noteOf(judging, place, coverage) };
}

function noteOf({ round }: Judging, place: number, { docket, others }: Coverage): string {
  if (round.takesVerdicts && docket.seen === docket.count) {
    return others.count === 0 ? t.lookedAtEveryPair() : t.lookedAtDocket();
  }
  return place < docket.count ? t.ownOrder() : t.notOnDocket();
}
