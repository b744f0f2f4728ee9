"use client";

import { Fragment } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import { isDate } from "#server/study/cells/notation.ts";
import { columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { NumberFacts } from "#server/study/reading.ts";
import { smallControl } from "../small-control.ts";

export type Outliers = ColumnChoice["outliers"];

const treatments: Record<Outliers["treatment"], string> = {
  keep: "Keep all",
  "leave-out": "Leave out those people",
  "set-empty": "Empty those cells",
};

const limits = [
  { end: "low", before: "below", label: "Lower limit", of: "smallest" },
  { end: "high", before: "or above", label: "Upper limit", of: "largest" },
] as const;

/** Treatment of numbers beyond the limits of a column. */
export function NumberLimits({
  column,
  facts,
  error,
  set,
}: {
  column: ColumnChoice;
  facts: NumberFacts;
  error: string | undefined;
  set: (part: Partial<Outliers>) => void;
}) {
  const { outliers } = column;
  const name = columnLabel(column);
  return (
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <TreatOdd column={column} facts={facts} set={set} />
      <select
        aria-label={`Numbers of ${name} beyond the limits`}
        className={classNames(smallControl, "w-full")}
        value={outliers.treatment}
        onChange={(event) => set({ treatment: event.target.value as Outliers["treatment"] })}
      >
        {Object.entries(treatments).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {outliers.treatment !== "keep" && (
        <span className="flex flex-wrap items-center gap-2 text-sm">
          {limits.map(({ end, before, label, of }) => (
            <Fragment key={end}>
              {before}
              <input
                aria-label={`${label} of ${name}`}
                inputMode="decimal"
                className={classNames(smallControl, "w-24")}
                placeholder={limitExample(column, facts[of])}
                maxLength={40}
                value={outliers[end]}
                onChange={(event) => set({ [end]: event.target.value })}
              />
            </Fragment>
          ))}
        </span>
      )}
      {error && <span className="text-sm font-[560] text-bad">{error}</span>}
    </span>
  );
}

/** Distance from the middle half of the values at which an outlier is cut off, in widths of that half. */
const outlierDistance = 10;

/** Button that treats an extreme value far away from all others. */
function TreatOdd({
  column,
  facts: { oddEnd, percentiles },
  set,
}: {
  column: ColumnChoice;
  facts: NumberFacts;
  set: (part: Partial<Outliers>) => void;
}) {
  if (oddEnd === null || column.outliers.treatment !== "keep" || isDate(column)) return null;
  const [lower, upper] = [Number(percentiles[24]), Number(percentiles[74])];
  const isHigh = oddEnd === "largest";
  const end = isHigh ? upper + outlierDistance * (upper - lower) : lower - outlierDistance * (upper - lower);
  const limit = printDecimal(readDecimal(String(Number(end.toPrecision(2)))));
  return (
    <Button small onClick={() => set({ treatment: "set-empty", [isHigh ? "high" : "low"]: limit })}>
      Empty cells {isHigh ? "above" : "below"} {limit}
    </Button>
  );
}

function limitExample(column: ColumnChoice, value: string): string {
  return isDate(column) ? "2025-12-31" : value;
}
