import { chanceFigure } from "#components/ballots/chance-words.ts";
import { pairName, personName } from "#components/ballots/pair-words.ts";
import { verdictLooks } from "#components/ballots/verdict-look.tsx";
import { keyOf, nextUnseen, type Pair, type Verdicts } from "#components/ballots/verdicts.ts";
import type { Judging } from "#server/services/judging/read-judging.ts";
import { pairTitle } from "./docket.ts";
import { type Anchor, anchorsOf } from "./order.ts";
import type { View } from "./use-view.ts";

type Round = Pick<Judging, "pairs" | "people" | "docketCount"> & {
  /** Whether the queue shows two people without their chances yet. */
  readonly isVeiled: (pair: Pair, verdicts: Verdicts) => boolean;
};

/** How one goes from pair to pair in a view; places are those of the queue, and undefined leads nowhere. */
export type Walk = {
  /** Where a verdict leads. @param isChange whether the pair had another one before */
  readonly after: (place: number, verdicts: Verdicts, isChange: boolean) => number | undefined;
  readonly previous: (place: number) => number | undefined;
  readonly next: (place: number) => number | undefined;
  /** Where one is, in words. */
  readonly where: (place: number, verdicts: Verdicts) => string;
};

export function walkOf(view: View, round: Round): Walk {
  if (view === "queue") return queueWalk(round);
  return view === "against" ? againstWalk(round) : gridWalk(round);
}

/** One pair after the other. A first verdict leads on; the end of the docket is a place to stop. */
function queueWalk(round: Round): Walk {
  const { pairs, docketCount } = round;
  const inside = (place: number) => (place in pairs ? place : undefined);
  return {
    after: (place, verdicts, isChange) => {
      if (isChange) return undefined;
      const next = nextUnseen(pairs, verdicts, place, docketCount);
      const leavesDocket = place < docketCount && next !== undefined && next >= docketCount;
      return leavesDocket ? undefined : next;
    },
    previous: (place) => inside(place - 1),
    next: (place) => inside(place + 1),
    where: (place, verdicts) => `${pairTitle(round, place)}: ${inQueue(round, place, verdicts)}`,
  };
}

/** Who is named first does not tell who has the better chance, as long as the chances are not shown. */
function inQueue(round: Round, place: number, verdicts: Verdicts): string {
  const pair = round.pairs[place];
  if (pair === undefined || !round.isVeiled(pair, verdicts)) return pairInWords(round, place, verdicts);
  const [one, other] = pair.toSorted((a, b) => a - b).map(personName);
  return `${one} and ${other}. Their chances are not shown yet.`;
}

/** Row after row below an anchor, then the next anchor. */
function againstWalk(round: Round): Walk {
  const anchors = anchorsOf(round).filter(({ rows }) => rows.length > 0);
  const anchorAt = (place: number) => anchors.findIndex(({ rows }) => rows.includes(place));
  return {
    after: (place) => {
      const rows = anchors[anchorAt(place)]?.rows ?? [];
      return rows[rows.indexOf(place) + 1];
    },
    previous: (place) => anchors[anchorAt(place) - 1]?.rows[0],
    next: (place) => anchors[anchorAt(place) + 1]?.rows[0],
    where: (place, verdicts) =>
      `${rowTitle(anchors[anchorAt(place)], place)}: ${pairInWords(round, place, verdicts)}`,
  };
}

function rowTitle(anchor: Anchor | undefined, place: number): string {
  if (anchor === undefined) return "";
  return `Row ${anchor.rows.indexOf(place) + 1} of ${anchor.rows.length} below ${personName(anchor.position)}`;
}

/** Only the arrows move in a grid. */
function gridWalk(round: Round): Walk {
  return {
    after: () => undefined,
    previous: () => undefined,
    next: () => undefined,
    where: (place, verdicts) => pairInWords(round, place, verdicts),
  };
}

/** Both people, their chances and the verdict. */
export function pairInWords(
  { pairs, people }: Pick<Round, "pairs" | "people">,
  place: number,
  verdicts: Verdicts,
): string {
  const pair = pairs[place];
  if (pair === undefined) return "";
  const [high, low] = pair.map((position) => chanceFigure(people[position]?.chance ?? "0").words);
  const state = verdictLooks[verdicts.get(keyOf(pair)) ?? "unseen"].label;
  return `${pairName(...pair)}, ${high} against ${low} in 100. ${state}.`;
}
