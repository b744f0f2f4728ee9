"use client";

import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tick } from "#components/ui/choice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setupPeople.ts";
import { formatNumber } from "#server/format.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { wordLimit } from "#server/study/outcome-words.ts";
import type { ReadColumn } from "#server/study/reading.ts";

const meanings = ["yes", "no", "none"] as const;
type Meaning = (typeof meanings)[number];

type Words = Pick<ColumnChoice, "yes" | "no">;

const mostSteps = 10;

/** Choice for scores with few steps: one press sets the score from which the outcome is yes. */
function FromNumber({ words, set }: { words: ReadColumn["words"]; set: (part: Words) => void }) {
  const steps = words.map(({ word }) => word).sort((a, b) => Number(a) - Number(b));
  const isScale = steps.every(isDecimal) && steps.length >= 3 && steps.length <= mostSteps;
  if (!isScale) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
      {t.wentWellFrom()}
      {steps.slice(1).map((step, index) => (
        <Button
          key={step}
          small
          onClick={() => set({ yes: steps.slice(index + 1), no: steps.slice(0, index + 1) })}
        >
          {t.stepUp({ step })}
        </Button>
      ))}
    </p>
  );
}

/**
 * Gives a word of a column its meaning. The other one of two words gets the opposite, if it has none yet.
 *
 * @internal
 */
export function withMeaning(
  { yes, no }: Words,
  words: ReadColumn["words"],
  word: string,
  meaning: Meaning,
): Words {
  const meanings = new Map<string, Meaning>();
  for (const each of yes) meanings.set(each, "yes");
  for (const each of no) meanings.set(each, "no");
  meanings.set(word, meaning);
  const rest = words.length === 2 ? words.filter((each) => !meanings.has(each.word)) : [];
  if (meaning !== "none")
    for (const other of rest) meanings.set(other.word, meaning === "yes" ? "no" : "yes");
  const meant = (wanted: Meaning) => [...meanings.keys()].filter((each) => meanings.get(each) === wanted);
  return { yes: meant("yes"), no: meant("no") };
}

type Props = {
  column: Words;
  words: ReadColumn["words"];
  set: (part: Words) => void;
};

/** Choice of the cells of an outcome column that mean yes and no. */
export function OutcomeWords(props: Props) {
  const { column, words, set } = props;
  return (
    <div className="grid gap-3">
      <Notice title={t.staysSealed()}>{t.staysSealedWhy()}</Notice>
      {words.length === 0 && <p className="text-sm text-bad">{t.tooManyWords()}</p>}
      <FromNumber words={words} set={set} />
      {column.yes.length > 0 && column.no.length > 0 && (
        <p role="status" className="text-sm">
          {t.yesAndNo({ yes: column.yes.join(", "), no: column.no.join(", ") })}
        </p>
      )}
      <WordMeanings {...props} nameOf={(meaning) => t.outcomeMeaning({ meaning })} />
    </div>
  );
}

/** Choice of what each word of a column means: yes, no or neither. */
export function WordMeanings({
  column,
  words,
  nameOf,
  set,
}: Props & { nameOf: (meaning: Meaning) => string }) {
  const id = useId();
  const meaningOf = (word: string): Meaning =>
    column.yes.includes(word) ? "yes" : column.no.includes(word) ? "no" : "none";
  const choose = (word: string, meaning: Meaning) => {
    set(withMeaning(column, words, word, meaning));
  };
  return (
    <div className="grid gap-3">
      {words.slice(0, wordLimit).map(({ word, count }) => (
        <fieldset key={word} className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
          <legend className="sr-only">{t.wordMeans({ word })}</legend>
          <span aria-hidden className="w-32 break-words">
            <span className="font-mono text-[0.92em]">{word}</span>{" "}
            <span className="text-ink-3 tabular-nums">{formatNumber(count)}</span>
          </span>
          {meanings.map((meaning) => (
            <Tick
              key={meaning}
              type="radio"
              name={`${id}-${word}`}
              checked={meaningOf(word) === meaning}
              onChange={() => choose(word, meaning)}
            >
              {nameOf(meaning)}
            </Tick>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
