"use client";

import { Field } from "#components/ui/field.tsx";
import { isDate } from "#server/study/cells/notation.ts";
import { isFeature } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { wordsOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { CodeLabels } from "./code-labels.tsx";

/** Fields for the names of a column, its unit, and the meanings of its words. */
export function ColumnDetails({
  column,
  reading,
  set,
}: {
  column: ColumnChoice;
  reading: PeopleReading;
  set: (part: Partial<ColumnChoice>) => void;
}) {
  const words = wordsOf(reading, column);
  return (
    <div className="grid gap-5 mt-2 border-l-2 border-hair py-2 pl-4">
      {isFeature(column) && (
        <div className="grid items-start gap-4 md:grid-cols-3">
          <Field
            label="Name on the cards"
            value={column.label}
            maxLength={200}
            placeholder={column.name}
            onChange={(event) => set({ label: event.target.value })}
            hint="What auditors read. Empty: the same."
          />
          {column.type === "number" && !isDate(column) && (
            <Field
              label="Unit"
              value={column.unit}
              maxLength={40}
              placeholder="months"
              onChange={(event) => set({ unit: event.target.value })}
              hint="Stands behind the number."
            />
          )}
        </div>
      )}
      {isFeature(column) && mayHaveLabels(column, words.length) && (
        <CodeLabels column={column} words={words} set={(labels) => set({ words: labels })} />
      )}
    </div>
  );
}

/** Returns whether a column may hold codes: words, or few different numbers, such as 0 and 1. */
function mayHaveLabels(column: ColumnChoice, wordCount: number): boolean {
  if (column.type === "text" || isDate(column) || wordCount === 0) return false;
  return column.type === "category" || wordCount <= codeLimit;
}

const codeLimit = 10;
