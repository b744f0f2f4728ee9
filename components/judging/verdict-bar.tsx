import { type ReactNode, Suspense, useId } from "react";
import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import { VerdictTag } from "#components/judging/ballots/verdict-look.tsx";
import { pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { limitInWords, pairFigures } from "#components/rounds/people/chance-words.ts";
import * as t from "#messages/judging.ts";
import { FieldsBelow } from "./fields-below.tsx";
import { LazyUndoBar } from "./late-undo-bar.tsx";
import { Question } from "./question.tsx";
import { noPerson } from "./rows.ts";
import { type StepActions, StepButtons } from "./steps.tsx";
import type { Ballot } from "./use-ballot.ts";
import type { JudgingRoom } from "./use-judging.ts";
import { VerdictButtons } from "./verdict-buttons.tsx";

/** The question about the current pair, the three answers and all navigation, within reach in each view. */
export function VerdictBar({
  room,
  ballot,
  steps,
  fields,
  beside,
}: {
  room: JudgingRoom;
  ballot: Ballot;
  steps: StepActions;
  /** Changes with the fields on the cards above; undefined if there are none. */
  fields?: string;
  /** Controls for remarks in addition to the verdict. */
  beside: ReactNode;
}) {
  const { judging, given, pairs } = room;
  const questionId = useId();
  const pair = pairs[ballot.index];
  if (pair === undefined) return null;
  const [high = noPerson, low = noPerson] = pair.map((position) => judging.people[position]);
  const [, , verdict, tolerance] = given.verdicts.get(pairKeyOf(pair)) ?? [];
  return (
    <div className="relative bottom-0 z-2 grid grid-cols-[minmax(0,1fr)] gap-2 bg-canvas pt-3 pb-1 max-md:-mx-4 max-md:border-t-2 max-md:border-rule max-md:bg-sheet max-md:px-4 max-md:[@media(max-height:44rem)]:gap-1 max-md:[@media(max-height:44rem)]:pt-2 md:gap-2.5 md:pt-3.5 [@media(min-height:36rem)]:sticky">
      {fields !== undefined && <FieldsBelow shown={fields} />}
      {ballot.last !== null && (
        <Suspense>
          <LazyUndoBar last={ballot.last} onUndo={ballot.actions.undo} />
        </Suspense>
      )}
      <Question
        id={questionId}
        high={high.position}
        low={low.position}
        figures={pairFigures(high.chance, low.chance, judging.alpha)}
        limit={limitInWords(judging.alpha)}
        decision={judging.decision}
        language={judging.guideline.language}
      />
      {beside}
      {ballot.give ? (
        <VerdictButtons labelledBy={questionId} verdict={verdict} onVerdict={ballot.give} />
      ) : (
        <p className="flex min-h-15 items-center gap-3 text-sm text-ink-2">
          {t.yourVerdict()} <VerdictTag state={verdict ?? "unseen"} />
          {tolerance !== undefined && toleranceInWords([tolerance])}
        </p>
      )}
      <StepButtons {...steps} />
    </div>
  );
}
