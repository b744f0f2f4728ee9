"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { limitInWords, pairFigures } from "#components/ballots/chance-words.ts";
import { VerdictTag } from "#components/ballots/verdict-look.tsx";
import { countVerdicts, keyOf, type Pair } from "#components/ballots/verdicts.ts";
import { Button } from "#components/ui/button.tsx";
import { KeyCap } from "#components/ui/key-cap.tsx";
import { ChanceStrip } from "./chance-strip.tsx";
import { FieldsBelow } from "./fields-below.tsx";
import { GuidelinesDialog } from "./guidelines-dialog.tsx";
import { actionOf, takesText } from "./keys.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { PairCards } from "./pair-cards.tsx";
import { Question } from "./question.tsx";
import { Rail } from "./rail.tsx";
import { fieldRows, type JudgedPerson, mostDifferences } from "./rows.ts";
import { Steps } from "./steps.tsx";
import type { JudgingRoom } from "./use-judging.ts";
import type { Queue } from "./use-queue.ts";
import { useTopOfPair } from "./use-top-of-pair.ts";
import { VerdictButtons } from "./verdict-buttons.tsx";

type Props = { room: JudgingRoom; queue: Queue; guidelineText: ReactNode; onReview: () => void };

/** One pair at a time. */
export function QueueView({ room, queue, guidelineText, onReview }: Props) {
  const { judging, given } = room;
  const [showsAll, setShowsAll] = useState(false);
  const [dialog, setDialog] = useState<"keys" | "guidelines" | null>(null);
  // A dialog tells of its closing a moment later, when a quick key may have opened the other one.
  const closed = (name: typeof dialog) => setDialog((shown) => (shown === name ? null : shown));
  const area = useRef<HTMLElement>(null);
  const pair = judging.pairs[queue.index];
  // The keys work at once, and whoever listens hears where they are.
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  // The buttons go when the round ends, and the focus with them if one had it.
  const { takesVerdicts } = judging.round;
  useEffect(() => {
    if (!takesVerdicts && document.activeElement === document.body)
      area.current?.focus({ preventScroll: true });
  }, [takesVerdicts]);
  useTopOfPair(area, queue.index);
  if (pair === undefined) return null;
  const isComplete = takesVerdicts && countVerdicts(judging.pairs, given.verdicts).unseen === 0;

  const actions = {
    ...queue.actions,
    verdict: takesVerdicts ? queue.give : undefined,
    toggleAll: () => setShowsAll((value) => !value),
    guidelines: () => setDialog("guidelines"),
    help: () => setDialog("keys"),
    review: onReview,
  };
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_var(--rail)]">
      <section
        ref={area}
        tabIndex={-1}
        aria-labelledby="pair-title"
        className="min-w-0 outline-none"
        onKeyDown={(event) => {
          if (takesText(event.target)) return;
          const act = actionOf(event, actions);
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      >
        <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 md:mb-3">
          <h1 id="pair-title" className="text-xl">
            Pair {queue.index + 1} of {judging.pairs.length}
          </h1>
          <span className="text-xs text-ink-3 max-md:hidden">
            {isComplete
              ? "You have looked at every pair. What is left is to review and seal."
              : "in an order of your own"}
          </span>
          <span className="ml-auto flex gap-1">
            <Button look="ghost" className="lg:hidden" onClick={actions.guidelines}>
              Guidelines
            </Button>
            <Button look="ghost" className="max-md:hidden" onClick={actions.help}>
              Keys <KeyCap>?</KeyCap>
            </Button>
          </span>
        </div>
        <PairInQuestion {...{ room, queue, pair, showsAll, actions, isComplete }} />
      </section>
      <Rail
        judging={judging}
        guidelineText={guidelineText}
        verdicts={given.verdicts}
        index={queue.index}
        onGoTo={queue.goTo}
        onReview={onReview}
      />
      <KeysDialog isOpen={dialog === "keys"} onClose={() => closed("keys")} />
      <GuidelinesDialog
        guideline={judging.guideline}
        isOpen={dialog === "guidelines"}
        onClose={() => closed("guidelines")}
      >
        {guidelineText}
      </GuidelinesDialog>
    </div>
  );
}

const nobody: JudgedPerson = { position: -1, chance: "0", cells: null };

function PairInQuestion({
  room: { judging, given },
  queue,
  pair,
  showsAll,
  actions,
  isComplete,
}: Pick<Props, "room" | "queue"> & {
  pair: Pair;
  showsAll: boolean;
  isComplete: boolean;
  actions: { toggleAll: () => void; review: () => void };
}) {
  const questionId = useId();
  const [high = nobody, low = nobody] = pair.map((position) => judging.people[position]);
  const figures = pairFigures(high.chance, low.chance, judging.alpha);
  const limit = limitInWords(judging.alpha);
  const verdict = given.verdicts.get(keyOf(pair));
  return (
    <>
      <ChanceStrip people={judging.people} high={high.position} low={low.position} limit={limit} />
      <PairCards
        high={high}
        low={low}
        figures={figures}
        alpha={judging.alpha}
        rows={fieldRows(judging.fields, high, low)}
        roomFor={mostDifferences(judging)}
        showsAll={showsAll}
        onToggleAll={actions.toggleAll}
      />
      <div className="relative bottom-0 z-2 grid grid-cols-[minmax(0,1fr)] gap-2 bg-canvas pt-3 pb-1 max-md:-mx-4 max-md:border-t-2 max-md:border-rule max-md:bg-sheet max-md:px-4 max-md:[@media(max-height:44rem)]:gap-1 max-md:[@media(max-height:44rem)]:pt-2 md:gap-2.5 md:pt-3.5 [@media(min-height:36rem)]:sticky">
        <FieldsBelow shown={`${keyOf(pair)} ${showsAll}`} />
        <Question
          id={questionId}
          high={high.position}
          low={low.position}
          figures={figures}
          limit={limit}
          decision={judging.decision}
        />
        {judging.round.takesVerdicts ? (
          <VerdictButtons labelledBy={questionId} verdict={verdict} onVerdict={queue.give} />
        ) : (
          <p className="flex min-h-15 items-center gap-3 text-sm text-ink-2">
            Your verdict: <VerdictTag state={verdict ?? "unseen"} />
          </p>
        )}
        <Steps {...queue.actions} review={actions.review} isComplete={isComplete} />
      </div>
    </>
  );
}
