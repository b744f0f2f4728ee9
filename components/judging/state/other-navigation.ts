import { personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/judgingParts.ts";
import { pairInWords } from "./announcements.ts";
import type { Walk, WalkedRound } from "./navigation.ts";
import { type Anchor, anchorsOf } from "./order.ts";

/** Navigation row by row below an anchor, then to the next anchor. */
export function againstWalk(round: WalkedRound): Walk {
  const anchors = anchorsOf(round).filter(({ rows }) => rows.length > 0);
  const anchorAt = (place: number) => anchors.findIndex(({ rows }) => rows.includes(place));
  return {
    after: (place) => {
      const rows = anchors[anchorAt(place)]?.rows ?? [];
      return rows[rows.indexOf(place) + 1];
    },
    previous: (place) => anchors[anchorAt(place) - 1]?.rows[0],
    next: (place) => anchors[anchorAt(place) + 1]?.rows[0],
    where: (place, verdicts) => inRow(anchors[anchorAt(place)], place, pairInWords(round, place, verdicts)),
  };
}

function inRow(anchor: Anchor | undefined, place: number, pair: string): string {
  if (anchor === undefined) return pair;
  const { rows, position } = anchor;
  return t.rowOf({ row: rows.indexOf(place) + 1, count: rows.length, person: personName(position), pair });
}

/** Navigation in the grid, where only the arrow keys move. */
export function gridWalk(round: WalkedRound): Walk {
  return {
    after: () => undefined,
    previous: () => undefined,
    next: () => undefined,
    where: (place, verdicts) => pairInWords(round, place, verdicts),
  };
}
