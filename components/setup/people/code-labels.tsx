"use client";

import { useId } from "react";
import * as t from "#messages/setupPeople.ts";
import { formatNumber } from "#server/format.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { ReadColumn } from "#server/study/reading.ts";
import { smallControl } from "../small-control.ts";

type Words = ColumnChoice["words"];

/** Fields for readable labels of codes: A11 is shown as "below 0 DM". */
export function CodeLabels({
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
