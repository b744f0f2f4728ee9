import { personName } from "#components/rounds/people/pair-words.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { type Coverage, pairTitle } from "./docket.ts";
import type { View } from "./use-view.ts";

export type RoomHeading = { readonly title: string; readonly note: string };

/** Returns the heading above the pairs in each view. */
export function headingOf(view: View, judging: Judging, place: number, coverage: Coverage): RoomHeading {
  if (view === "grid") return { title: "All pairs at a glance", note: "row: higher chance, column: lower" };
  if (view === "against") {
    const [high = 0] = judging.pairs[place] ?? [];
    return { title: `${personName(high)} against all`, note: "everybody far enough below, by chance" };
  }
  return { title: pairTitle(judging, place), note: noteOf(judging, place, coverage) };
}

function noteOf({ round }: Judging, place: number, { docket, others }: Coverage): string {
  if (round.takesVerdicts && docket.seen === docket.count) {
    return others.count === 0
      ? "You have looked at every pair. What is left is to review and seal."
      : "You have looked at the whole docket. What is left is to review and seal.";
  }
  return place < docket.count ? "in an order of your own" : "beside the docket; its flags count all the same";
}
