"use client";

import { ArrowDown, ArrowUp, ArrowUpToLine } from "lucide-react";
import { useId } from "react";
import { smallControl } from "#components/setup/small-control.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Frame } from "#components/ui/field.tsx";
import * as t from "#messages/setupPeople.ts";
import { formatNumber } from "#server/format.ts";
import { isDate } from "#server/study/cells/notation.ts";
import { isChance, isFeature, isInWords } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { numbersOf, wordsOf } from "#server/study/read-columns.ts";
import type { PeopleReading, ReadColumn } from "#server/study/reading.ts";
import { hasLimits, NumberLimits } from "./number-limits.tsx";
import { ReadingSelect } from "./reading-select.tsx";

export type ColumnProps = {
  column: ColumnChoice;
  reading: PeopleReading;
  /** Position among the cards, from 1. */
  place: number;
  /** The number of columns. */
  last: number;
  error: string | undefined;
  set: (part: Partial<ColumnChoice>) => void;
  /** Moves the column by this many places, up if negative. */
  move: (by: number) => void;
};

/** Fields of one column: its names, how it is read, its unit, limits, the meanings of its words, and its place. */
export function ColumnDetails({
  column,
  reading,
  place,
  last,
  error,
  name,
  set,
  move,
}: ColumnProps & { name: string }) {
  const words = wordsOf(reading, column);
  const facts = column.type === "number" ? numbersOf(reading, column) : null;
  const isUsed = isFeature(column);
  const hasNumbers = (reading.columns[column.source]?.numbers ?? []).length > 0;
  return (
    <div className="mt-2 mb-2 grid gap-5 border-l-2 border-hair py-2 pl-4">
      <div className="grid items-start gap-4 md:grid-cols-3">
        <Field
          label={t.nameInRecord({ number: column.source + 1 })}
          value={column.name}
          maxLength={200}
          error={error !== undefined && column.name.trim() === "" ? error : undefined}
          onChange={(event) => set({ name: event.target.value })}
        />
        {isUsed && (
          <Field
            label={t.nameOnCards()}
            value={column.label}
            maxLength={200}
            placeholder={column.name}
            onChange={(event) => set({ label: event.target.value })}
            hint={t.nameOnCardsHint()}
          />
        )}
        <Frame label={t.readingOf({ name })}>
          {(control) => (
            <ReadingSelect
              control={control}
              reading={column}
              disabled={
                column.role === "identifier" ||
                (column.role === "group" && !hasNumbers) ||
                column.role === "outcome" ||
                (isChance(column) && isInWords(column))
              }
              set={set}
            />
          )}
        </Frame>
        {isUsed && column.type === "number" && !isDate(column) && (
          <Field
            label={t.unit()}
            value={column.unit}
            maxLength={40}
            placeholder={t.unitExample()}
            onChange={(event) => set({ unit: event.target.value })}
            hint={t.unitHint()}
          />
        )}
      </div>
      {facts !== null && hasLimits(column) && (
        <NumberLimits column={column} facts={facts} set={(outliers) => set({ outliers })} />
      )}
      {isUsed && mayHaveLabels(column, words.length) && (
        <CodeLabels column={column} words={words} set={(labels) => set({ words: labels })} />
      )}
      <p className="flex flex-wrap gap-2">
        {moves(place, last).map(({ way, by, Icon }) => (
          <Button
            key={way}
            small
            aria-label={t.moveColumn({ move: t.move({ way }), name })}
            onClick={() => move(by)}
          >
            <Icon aria-hidden />
            {t.move({ way })}
          </Button>
        ))}
      </p>
    </div>
  );
}

function moves(place: number, last: number) {
  const all = [
    { way: "top", by: 1 - place, Icon: ArrowUpToLine },
    { way: "up", by: -1, Icon: ArrowUp },
    { way: "down", by: 1, Icon: ArrowDown },
  ] as const;
  return all.filter(({ by }) => by !== 0 && place + by >= 1 && place + by <= last);
}

/** Returns whether a column may hold codes: words, or few different numbers, such as 0 and 1. */
function mayHaveLabels(column: ColumnChoice, wordCount: number): boolean {
  if (column.type === "text" || isDate(column) || wordCount === 0) return false;
  return column.type === "category" || wordCount <= codeLimit;
}

const codeLimit = 10;

type Words = ColumnChoice["words"];

/** Fields for readable labels of codes: A11 is shown as "below 0 DM". */
function CodeLabels({
  column,
  words,
  set,
}: {
  column: ColumnChoice;
  words: ReadColumn["words"];
  set: (words: Words) => void;
}) {
  const id = useId();
  const change = (word: string, label: string) => {
    const others = column.words.filter((each) => each.word !== word);
    set(label === "" ? others : [...others, { word, label }]);
  };
  return (
    <fieldset>
      <legend className="text-sm font-[560]">{t.labelsOfWords()}</legend>
      <p className="mb-2 text-sm text-ink-2">{t.labelsOfWordsHint()}</p>
      <ul className="grid gap-x-6 gap-y-2 md:grid-cols-2">
        {inOrder(words).map(({ word, count }, index) => (
          <li key={word} className="grid grid-cols-[minmax(4rem,8rem)_minmax(0,1fr)] items-center gap-3">
            <label htmlFor={`${id}-${index}`} className="text-sm break-words">
              <span className="font-mono text-[0.92em]">{word}</span>{" "}
              <span className="text-ink-3 tabular-nums">{formatNumber(count)}</span>
            </label>
            <input
              id={`${id}-${index}`}
              className={`${smallControl} w-full`}
              maxLength={200}
              value={column.words.find((each) => each.word === word)?.label ?? ""}
              onChange={(event) => change(word, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Sorts codes for lookup in a list: A9 before A10. */
function inOrder(words: ReadColumn["words"]): ReadColumn["words"] {
  return words.toSorted((a, b) => a.word.localeCompare(b.word, "en", { numeric: true }));
}
