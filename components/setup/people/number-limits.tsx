"use client";

import { Fragment } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { BareSelect } from "#components/ui/select.tsx";
import * as t from "#messages/setupPeople.ts";
import { printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import { messageKey } from "#server/locale.ts";
import { isDate } from "#server/study/cells/notation.ts";
import { cellLabel, columnLabel, isChance, isFeature } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { NumberFacts } from "#server/study/reading.ts";
import { smallControl } from "../small-control.ts";

type Outliers = ColumnChoice["outliers"];

const treatments = ["keep", "leave-out", "set-empty"] as const;

const limits = [
  { end: "low", before: t.below, label: t.lowerLimit, of: "smallest" },
  { end: "high", before: t.orAbove, label: t.upperLimit, of: "largest" },
] as const;

/** Returns whether numbers beyond limits can be treated: a column that is used, or may be. */
export function hasLimits(column: ColumnChoice): boolean {
  return column.role === "ignored" || (isFeature(column) && !isChance(column));
}

/** The middle of a column's numbers, and the treatment of numbers beyond its limits. */
export function NumberLimits({
  column,
  facts,
  set,
}: {
  column: ColumnChoice;
  facts: NumberFacts;
  set: (outliers: Outliers) => void;
}) {
  const { outliers } = column;
  const name = columnLabel(column);
  const value = (end: "smallest" | "median" | "largest") => cellLabel(column, facts[end]);
  return (
    <div className="grid max-w-measure gap-2 text-sm">
      <p>
        {t.limitsFacts({ smallest: value("smallest"), median: value("median"), largest: value("largest") })}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <BareSelect
          aria-label={t.beyondLimits({ name })}
          className={smallControl}
          value={outliers.treatment}
          onChange={(event) => set({ ...outliers, treatment: event.target.value as Outliers["treatment"] })}
          options={treatments.map((value) => [value, t.treatment({ treatment: messageKey(value) })])}
        />
        {outliers.treatment !== "keep" &&
          limits.map(({ end, before, label, of }) => (
            <Fragment key={end}>
              {before()}
              <input
                aria-label={label({ name })}
                inputMode="decimal"
                className={classNames(smallControl, "w-24")}
                placeholder={isDate(column) ? "2025-12-31" : facts[of]}
                maxLength={40}
                value={outliers[end]}
                onChange={(event) => set({ ...outliers, [end]: event.target.value })}
              />
            </Fragment>
          ))}
      </div>
    </div>
  );
}

/** Distance from the middle half of the values at which an outlier is cut off, in widths of that half. */
const outlierDistance = 10;

/** The limits in force, with a button that drops them; without limits, a button that clears an extreme value. */
export function TreatOutlier({
  column,
  facts: { oddEnd, percentiles },
  set,
}: {
  column: ColumnChoice;
  facts: NumberFacts;
  set: (outliers: Outliers) => void;
}) {
  const { outliers } = column;
  if (!hasLimits(column)) return null;
  if (outliers.treatment !== "keep")
    return <LimitsInForce {...outliers} drop={() => set({ treatment: "keep", low: "", high: "" })} />;
  if (oddEnd === null || isDate(column)) return null;
  const [lower, upper] = [Number(percentiles[24]), Number(percentiles[74])];
  const isHigh = oddEnd === "largest";
  const end = isHigh ? upper + outlierDistance * (upper - lower) : lower - outlierDistance * (upper - lower);
  const limit = printDecimal(readDecimal(String(Number(end.toPrecision(2)))));
  return (
    <Button
      small
      className="mt-1"
      onClick={() => set({ ...outliers, treatment: "set-empty", [isHigh ? "high" : "low"]: limit })}
    >
      {t.emptyBeyond({ end: isHigh ? "high" : "low", limit })}
    </Button>
  );
}

function LimitsInForce({ treatment, low, high, drop }: Outliers & { drop: () => void }) {
  if (low.trim() === "" && high.trim() === "") return null;
  const ends = low.trim() === "" ? "high" : high.trim() === "" ? "low" : "both";
  return (
    <p className="mt-1 flex flex-wrap items-center gap-3 text-sm text-ink-2">
      {t.limitsInForce({ treatment: treatment === "leave-out" ? "leaveOut" : "setEmpty", ends, low, high })}
      <Button small onClick={drop}>
        {t.dropLimits()}
      </Button>
    </p>
  );
}
