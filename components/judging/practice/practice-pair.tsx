"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useKeys } from "#components/account/keys/use-keys.tsx";
import {
  type Pair,
  pairKeyOf,
  type Verdict,
  type VerdictWord,
  verdictOn,
} from "#components/judging/ballots/verdicts.ts";
import { ChanceStrip } from "#components/judging/pair/chance-strip.tsx";
import { PairTable } from "#components/judging/pair/pair-table.tsx";
import { Question } from "#components/judging/pair/question.tsx";
import { fieldRows, noPerson } from "#components/judging/pair/rows.ts";
import { ToleranceField } from "#components/judging/pair/tolerance-field.tsx";
import { VerdictButtons } from "#components/judging/pair/verdict-buttons.tsx";
import { actionOf, takesText } from "#components/judging/state/keys.ts";
import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/practice.ts";
import type { Practice } from "#server/rounds/judging/read-practice.ts";
import { answerTo } from "./answers.ts";
import type { PracticePerson } from "./practice-round.ts";

/** One pair as in a round, with feedback on its verdict. */
export function PracticePair({
  practice,
  people,
  pair,
  verdict,
  onVerdict,
  onPrevious,
  onNext,
}: {
  practice: Practice;
  people: readonly PracticePerson[];
  pair: Pair;
  verdict: Verdict | undefined;
  /** Receives the verdict; null withdraws it. */
  onVerdict: (verdict: Verdict | null) => void;
  onPrevious: () => void;
  onNext: () => void;
}) {
  const keys = useKeys();
  const questionId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const area = useRef<HTMLElement>(null);
  const [high = noPerson, low = noPerson] = pair.map((position) => people[position]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys work at once on each pair
  useEffect(() => area.current?.focus({ preventScroll: true }), [pair]);
  const rows = fieldRows(practice.fields, high, low);
  const limit = limitInWords(practice.alpha);
  const word = verdict?.[2];
  const give = (next: VerdictWord) => onVerdict(next === word ? null : verdictOn(pair, next));
  const toTolerance = () => area.current?.querySelector<HTMLElement>("[data-tolerance]")?.focus();
  const toggleAll = () => setShowsAll((value) => !value);
  const tolerance = practice.asksTolerance ? toTolerance : undefined;
  const actions = { tolerance, verdict: give, previous: onPrevious, next: onNext, toggleAll };
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-labelledby={questionId}
      className="outline-none"
      onKeyDown={(event) => {
        if (takesText(event.target)) return;
        const act = actionOf(event, actions, keys);
        if (act === undefined) return;
        event.preventDefault();
        act();
      }}
    >
      <ChanceStrip people={people} high={high.position} low={low.position} limit={limit} />
      <PairTable
        high={high}
        low={low}
        fields={practice.fields}
        alpha={practice.alpha}
        showsAll={showsAll}
        onToggleAll={toggleAll}
      />
      <div className="mt-4 grid gap-3">
        <Question id={questionId} high={high} low={low} study={practice} />
        {practice.asksTolerance && (
          <ToleranceField
            key={pairKeyOf(pair)}
            pair={pair}
            chances={[high.chance, low.chance]}
            verdict={verdict}
            onGive={(points, next) => onVerdict(verdictOn(pair, next, points))}
          />
        )}
        <VerdictButtons labelledBy={questionId} verdict={word} onVerdict={give} />
        <div role="status" className="min-h-21">
          {word !== undefined && (
            <Notice tone="info">{answerTo(word, pair, people, rows, practice.alpha)}</Notice>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onPrevious}>{t.back()}</Button>
          <Button look="act" onClick={onNext}>
            {t.goOn({ hasVerdict: verdict !== undefined })}
          </Button>
        </div>
      </div>
    </section>
  );
}
