import { nextUnseen, type Pair, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

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
  /** Describes the current position in words, in the views other than the queue. */
  readonly where?: (place: number, verdicts: Verdicts) => string;
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
  };
}
