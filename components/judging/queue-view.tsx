import type { ReactNode } from "react";
import { pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { limitInWords, pairFigures } from "#components/rounds/people/chance-words.ts";
import { ChanceStrip } from "./chance-strip.tsx";
import { PairCards } from "./pair-cards.tsx";
import { fieldRows, mostDifferences, noPerson } from "./rows.ts";
import type { StepActions } from "./steps.tsx";
import type { Ballot } from "./use-ballot.ts";
import type { JudgingRoom } from "./use-judging.ts";
import { VerdictBar } from "./verdict-bar.tsx";

/** Props that every view of the pairs has. */
export type ViewProps = {
  room: JudgingRoom;
  ballot: Ballot;
  steps: StepActions;
  /** Controls for remarks in addition to the verdict. */
  beside: ReactNode;
  showsAll: boolean;
  onToggleAll: () => void;
};

/** Props of a view from which a pair opens in the queue. */
export type LeadingProps = ViewProps & { onOpen: () => void };

/** View of one pair at a time. */
export function QueueView({ room, ballot, steps, beside, showsAll, onToggleAll }: ViewProps) {
  const { judging, pairs } = room;
  const pair = pairs[ballot.index];
  if (pair === undefined) return null;
  const [high = noPerson, low = noPerson] = pair.map((position) => judging.people[position]);
  return (
    <>
      <ChanceStrip
        people={judging.people}
        high={high.position}
        low={low.position}
        limit={limitInWords(judging.alpha)}
      />
      <PairCards
        high={high}
        low={low}
        figures={pairFigures(high.chance, low.chance, judging.alpha)}
        alpha={judging.alpha}
        rows={fieldRows(judging.fields, high, low)}
        roomFor={mostDifferences(judging)}
        showsAll={showsAll}
        onToggleAll={onToggleAll}
      />
      <VerdictBar
        room={room}
        ballot={ballot}
        steps={steps}
        beside={beside}
        fields={`${pairKeyOf(pair)} ${showsAll}`}
      />
    </>
  );
}
