import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import {
  nextUnseen,
  type Pair,
  pairKeyOf,
  type Verdict,
  type Verdicts,
} from "#components/judging/ballots/verdicts.ts";
import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import { inNoOrder, pairName } from "#components/rounds/people/pair-words.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { pairTitle } from "./docket.ts";

export type WalkedRound = Pick<Judging, "pairs" | "people" | "docketCount"> & {
  /** Returns whether the queue still shows two people without their chances. */
  readonly isVeiled: (pair: Pair, verdicts: Verdicts) => boolean;
};

/** Navigation from pair to pair in a view. Places are those of the queue; undefined means there is none. */
export type Walk = {
  /** Returns the place after a verdict. @param isChange whether the pair had another one before */
  readonly after: (place: number, verdicts: Verdicts, isChange: boolean) => number | undefined;
  readonly previous: (place: number) => number | undefined;
  readonly next: (place: number) => number | undefined;
  /** Describes the current position in words. */
  readonly where: (place: number, verdicts: Verdicts) => string;
};

/** Navigation of the queue, one pair after the other. A first verdict moves on; the end of the docket is a stop. */
export function queueWalk(round: WalkedRound): Walk {
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

/**
 * Describes a pair in the queue. While chances are hidden, the order of the names does not reveal who has the better
 * one.
 */
function inQueue(round: WalkedRound, place: number, verdicts: Verdicts): string {
  const pair = round.pairs[place];
  if (pair === undefined || !round.isVeiled(pair, verdicts)) return pairInWords(round, place, verdicts);
  return t.chancesHidden({ pair: inNoOrder(...pair) });
}

/** Describes both people, their chances and the verdict. */
export function pairInWords(
  { pairs, people }: Pick<WalkedRound, "pairs" | "people">,
  place: number,
  verdicts: Verdicts,
): string {
  const pair = pairs[place];
  if (pair === undefined) return "";
  const [high = "", low = ""] = pair.map((position) => chanceFigure(people[position]?.chance ?? "0").words);
  const verdict = verdictInWords(verdicts.get(pairKeyOf(pair)));
  return t.pairPosition({ pair: pairName(...pair), high, low, verdict });
}

/** Describes a verdict, such as "Unfair, up to 20 points acceptable". */
export function verdictInWords([, , word, tolerance]: Partial<Verdict> = []): string {
  const label = common.verdict({ state: word ?? "unseen" });
  return tolerance === undefined ? label : `${label}, ${toleranceInWords([tolerance])}`;
}
