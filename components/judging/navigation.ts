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
  /** Whether the queue shows two people without their chances yet. */
  readonly isVeiled: (pair: Pair, answers: Answers) => boolean;
};

/** How one goes from pair to pair in a view; places are those of the queue, and undefined leads nowhere. */
export type Walk = {
  /** Where a verdict leads. @param isChange whether the pair had another one before */
  readonly after: (place: number, answers: Answers, isChange: boolean) => number | undefined;
  readonly previous: (place: number) => number | undefined;
  readonly next: (place: number) => number | undefined;
  /** Where one is, in words. */
  readonly where: (place: number, answers: Answers) => string;
};

/** One pair after the other. A first verdict leads on; the end of the docket is a place to stop. */
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

/** Who is named first does not tell who has the better chance, as long as the chances are not shown. */
function inQueue(round: WalkedRound, place: number, answers: Answers): string {
  const pair = round.pairs[place];
  if (pair === undefined || !round.isVeiled(pair, answers)) return pairInWords(round, place, answers);
  return `${inNoOrder(...pair)}. Their chances are not shown yet.`;
}

/** Both people, their chances and the verdict. */
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

/** "Unfair, up to 20 points acceptable" */
export function answerInWords(answer: Answer | undefined): string {
  if (answer === undefined) return verdictLooks.unseen.label;
  const { word, tolerance } = partsOf(answer);
  const { label } = verdictLooks[word];
  return tolerance === null ? label : `${label}, ${toleranceInWords([tolerance])}`;
}
