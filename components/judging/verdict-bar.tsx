import { Suspense, useId } from "react";
import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import { VerdictName } from "#components/judging/ballots/verdict-look.tsx";
import { pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/judging.ts";
import { LazyFieldsBelow, LazyReasonsBar, LazyRemarksBar, LazyUndoBar } from "./lazy-parts.ts";
import { Question } from "./pair/question.tsx";
import { noPerson } from "./pair/rows.ts";
import { type StepActions, StepButtons } from "./pair/step-buttons.tsx";
import { VerdictButtons } from "./pair/verdict-buttons.tsx";
import type { Ballot } from "./state/use-ballot.ts";
import type { JudgingRoom } from "./state/use-judging.ts";

/**
 * The question about the current pair, the three answers and all navigation, within reach in each view. On a phone with
 * little height, the navigation is below the end of the table: the table needs the room.
 */
export function VerdictBar({
  room,
  ballot,
  steps,
  isComplete,
  onNote,
  isLater,
  fields,
}: {
  room: JudgingRoom;
  ballot: Ballot;
  steps: StepActions;
  /** Whether the whole docket was judged, so that only the review is left. */
  isComplete: boolean;
  /** Opens the note on the pair, where the study takes notes. */
  onNote: (() => void) | undefined;
  /** Whether parts that the first pair does not need may load. */
  isLater: boolean;
  /** Changes with the fields in the table above; undefined if there is none. */
  fields: string | undefined;
}) {
  const { judging, given, pairs } = room;
  const questionId = useId();
  const pair = pairs[ballot.index];
  if (pair === undefined) return null;
  const [high = noPerson, low = noPerson] = pair.map((position) => judging.people[position]);
  const { reasons, tolerance: asksTolerance } = judging.presentation;
  const takesRemarks = judging.round.takesVerdicts && (asksTolerance || onNote !== undefined);
  const [, , verdict, tolerance] = given.verdicts.get(pairKeyOf(pair)) ?? [];
  return (
    <div className="relative bottom-0 mt-auto z-2 grid grid-cols-[minmax(0,1fr)] gap-1.5 bg-canvas pt-1 pb-1 max-md:-mx-4 max-md:border-t-2 max-md:border-rule max-md:bg-sheet max-md:px-4 max-md:[@media(max-height:44rem)]:gap-1 max-md:[@media(max-height:44rem)]:py-0.5 md:gap-2.5 md:pt-3 [@media(min-height:36rem)]:sticky max-md:[@media(min-height:36rem)_and_(max-height:40rem)]:-bottom-10">
      <div className="flex min-h-6 items-center gap-2 md:absolute md:end-0 md:bottom-1">
        {ballot.last !== null && (
          <Suspense>
            <LazyUndoBar last={ballot.last} onUndo={ballot.actions.undo} />
          </Suspense>
        )}
        {isLater && fields !== undefined && (
          <Suspense>
            <LazyFieldsBelow shown={fields} />
          </Suspense>
        )}
      </div>
      {isComplete && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="text-lg font-[620]">
            {judging.docketCount === pairs.length ? t.allPairsJudged() : t.docketJudged()}
          </p>
          <Button look="act" onClick={steps.review}>
            {t.reviewAndSeal()}
          </Button>
        </div>
      )}
      {reasons && judging.round.takesVerdicts && (
        <div className="min-h-13 md:min-h-9">
          <Suspense>
            <LazyReasonsBar room={room} ballot={ballot} />
          </Suspense>
        </div>
      )}
      <Question id={questionId} high={high} low={low} study={judging} />
      {takesRemarks && (
        <div className="min-h-9">
          <Suspense>
            <LazyRemarksBar room={room} ballot={ballot} onNote={onNote} />
          </Suspense>
        </div>
      )}
      {ballot.give ? (
        <VerdictButtons labelledBy={questionId} verdict={verdict} onVerdict={ballot.give} />
      ) : (
        <p className="flex min-h-15 items-center gap-3 text-sm text-ink-2">
          {t.yourVerdict()} <VerdictName state={verdict ?? "unseen"} />
          {tolerance !== undefined && toleranceInWords([tolerance])}
        </p>
      )}
      <StepButtons {...steps} />
    </div>
  );
}
