"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useKeys } from "#components/account/keys/use-keys.tsx";
import type { Pair, VerdictWord } from "#components/judging/ballots/verdicts.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/judgingPair.ts";
import { PairTable } from "../pair/pair-table.tsx";
import { Question } from "../pair/question.tsx";
import { Unsaved } from "../pair/remarks-bar.tsx";
import { noPerson } from "../pair/rows.ts";
import { VerdictButtons } from "../pair/verdict-buttons.tsx";
import { agreementInWords, agreementOf } from "../state/agreement.ts";
import { actionOf } from "../state/keys.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import { useRemarks } from "../state/use-remarks.ts";

/** Some pairs of the docket asked a second time, after the docket is done. */
export function RepeatQuestions({ room }: { room: JudgingRoom }) {
  const remarks = useRemarks(room);
  const [isOpen, setOpen] = useState(false);
  if (!remarks.isHere) return null;
  const agreement = agreementOf(room.judging, room.given.verdicts, (pair) => remarks.of(pair).again);
  const [pair] = agreement.open;
  const { repeatCount } = room.judging;
  return (
    <>
      {(pair !== undefined || isOpen) && (
        <Notice title={t.againNotice({ count: repeatCount })} className="mb-4">
          {t.againNote()}{" "}
          {pair !== undefined && (
            <Button small className="mt-2 flex" onClick={() => setOpen(true)}>
              {t.answerAgain({ isFirst: agreement.answered === 0 })}
            </Button>
          )}
        </Notice>
      )}
      <Unsaved remarks={remarks} />
      <Dialog
        title={
          pair === undefined
            ? t.thankYou()
            : t.againTitle({ place: agreement.answered + 1, count: repeatCount })
        }
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isWide
      >
        {isOpen && pair !== undefined && (
          <PairAgain room={room} pair={pair} onAnswer={(again) => remarks.change(pair, { again })} />
        )}
        {isOpen && pair === undefined && (
          <div className="grid gap-4">
            <p role="status">
              {agreementInWords(agreement)} {t.firstAnswersCount()}
            </p>
            <Button look="act" className="justify-self-start" onClick={() => setOpen(false)}>
              {t.backToPairs()}
            </Button>
          </div>
        )}
      </Dialog>
    </>
  );
}

/** The pair as it was shown the first time, without the first answer. */
function PairAgain({
  room: { judging },
  pair,
  onAnswer,
}: {
  room: JudgingRoom;
  pair: Pair;
  onAnswer: (word: VerdictWord) => void;
}) {
  const keys = useKeys();
  const questionId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const area = useRef<HTMLDivElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys work at once on each pair
  useEffect(() => area.current?.focus({ preventScroll: true }), [pair]);
  const [high = noPerson, low = noPerson] = pair.map((position) => judging.people[position]);
  const toggleAll = () => setShowsAll((value) => !value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={(group) => {
        area.current = group;
        // The native attribute, which a dialog looks for when it opens.
        group?.setAttribute("autofocus", "");
      }}
      role="group"
      tabIndex={-1}
      aria-labelledby={questionId}
      className="grid gap-4 outline-none"
      onKeyDown={(event) => {
        const act = actionOf(event, { verdict: onAnswer, toggleAll }, keys);
        if (act === undefined) return;
        event.preventDefault();
        act();
      }}
    >
      <div>
        <PairTable
          high={high}
          low={low}
          fields={judging.fields}
          alpha={judging.alpha}
          showsAll={showsAll}
          onToggleAll={toggleAll}
        />
      </div>
      <Question id={questionId} high={high} low={low} study={judging} />
      <VerdictButtons labelledBy={questionId} verdict={undefined} onVerdict={onAnswer} />
    </div>
  );
}
