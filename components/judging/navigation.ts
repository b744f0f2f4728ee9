import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import { verdictLooks } from "#components/judging/ballots/verdict-look.tsx";
import {
  type Answer,
  type Answers,
  keyOf,
  nextUnseen,
  type Pair,
  partsOf,
} from "#components/judging/ballots/verdicts.ts";
import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import { inNoOrder, pairName } from "#components/rounds/people/pair-words.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { pairTitle } from "./docket.ts";

export type WalkedRound = Pick<Judging, "pairs" | "people" | "docketCount"> & {
  /** Returns whether the queue still shows two people without their chances. */
  readonly isVeiled: (pair: Pair, answers: Answers) => boolean;
};

/** Navigation from pair to pair in a view. Places are those of the queue; undefined means there is none. */
export type Walk = {
  /** Returns the place after a verdict. @param isChange whether the pair had another one before */
  readonly after: (place: number, answers: Answers, isChange: boolean) => number | undefined;
  readonly previous: (place: number) => number | undefined;
  readonly next: (place: number) => number | undefined;
  /** Describes the current position in words. */
  readonly where: (place: number, answers: Answers) => string;
};

/** Navigation of the queue, one pair after the other. A first verdict moves on; the end of the docket is a stop. */
export function queueWalk(round: WalkedRound): Walk {
  const { pairs, docketCount } = round;
  const inside = (place: number) => (place in pairs ? place : undefined);
  return {
    after: (place, answers, isChange) => {
      if (isChange) return undefined;
      const next = nextUnseen(pairs, answers, place, docketCount);
      const leavesDocket = place < docketCount && next !== undefined && next >= docketCount;
      return leavesDocket ? undefined : next;
    },
    previous: (place) => inside(place - 1),
    next: (place) => inside(place + 1),
    where: (place, answers) => `${pairTitle(round, place)}: ${inQueue(round, place, answers)}`,
  };
}

/**
 * Describes a pair in the queue. While chances are hidden, the order of the names does not reveal who has the better
 * one.
 */
function inQueue(round: WalkedRound, place: number, answers: Answers): string {
  const pair = round.pairs[place];
  if (pair === undefined || !round.isVeiled(pair, answers)) return pairInWords(round, place, answers);
  return `${inNoOrder(...pair)}. Their chances are not shown yet.`;
}

/** Describes both people, their chances and the verdict. */
export function pairInWords(
  { pairs, people }: Pick<WalkedRound, "pairs" | "people">,
  place: number,
  answers: Answers,
): string {
  const pair = pairs[place];
  if (pair === undefined) return "";
  const [high, low] = pair.map((position) => chanceFigure(people[position]?.chance ?? "0").words);
  return `${pairName(...pair)}, ${high} against ${low} in 100. ${answerInWords(answers.get(keyOf(pair)))}.`;
}

/** Describes an answer, such as "Unfair, up to 20 points acceptable". */
export function answerInWords(answer: Answer | undefined): string {
  if (answer === undefined) return verdictLooks.unseen.label;
  const { word, tolerance } = partsOf(answer);
  const { label } = verdictLooks[word];
  return tolerance === null ? label : `${label}, ${toleranceInWords([tolerance])}`;
}
