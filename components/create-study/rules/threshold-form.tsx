"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { cellLabel, columnLabel } from "#server/draft/columns.ts";
import type { ColumnChoice, RulesDraft } from "#server/draft/draft.ts";
import type { RulesContext } from "#server/draft/rules/kind.ts";
import { cutsOf, firstThreshold, numberColumns } from "#server/draft/rules/thresholds.ts";
import { everyNumber } from "#server/draft/start/cures.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";

type Threshold = RulesDraft["thresholds"][number];

/** Which numbers get cut points, and which ones. */
export function ThresholdForm({ context }: { context: RulesContext }) {
  const { change, shown } = useDraft();
  const { rules, columns, reading } = context;
  const numbers = numberColumns(columns);
  const all = everyNumber(context);
  const isUnused = all.length > rules.thresholds.length;
  const set = (source: number, next: Threshold | null) => {
    const others = rules.thresholds.filter((threshold) => threshold.source !== source);
    change({ rules: { ...rules, thresholds: next === null ? others : [...others, next] } });
  };
  return (
    <Section
      title="Cut points"
      note="Quantiles put the same number of people between two cuts. Each cut makes one rule in the direction that is better, or two."
    >
      {numbers.length === 0 ? (
        <Notice title="No number is used by rules.">
          Mark a number column as used by rules in the step before, or choose conditions together.
        </Notice>
      ) : (
        <Sheet>
          <ul>
            {numbers.map((column) => (
              <ThresholdRow
                key={column.source}
                column={column}
                threshold={rules.thresholds.find(({ source }) => source === column.source) ?? null}
                cutsFor={(threshold) => cutsOf(threshold, column, reading)}
                error={shown.find(({ field }) => field === `thresholds.${column.source}`)?.message}
                set={(next) => set(column.source, next)}
              />
            ))}
          </ul>
        </Sheet>
      )}
      {numbers.length > 1 && isUnused && (
        <Button small className="mt-3" onClick={() => change({ rules: { ...rules, thresholds: all } })}>
          Cut all {numbers.length} numbers
        </Button>
      )}
    </Section>
  );
}

const directions: readonly { value: Threshold["direction"]; words: string }[] = [
  { value: "above", words: "more is better" },
  { value: "at-most", words: "less is better" },
  { value: "both", words: "both directions" },
];

function ThresholdRow({
  column,
  threshold,
  cutsFor,
  error,
  set,
}: {
  column: ColumnChoice;
  threshold: Threshold | null;
  cutsFor: (threshold: Threshold) => string[];
  error: string | undefined;
  set: (next: Threshold | null) => void;
}) {
  const name = columnLabel(column);
  return (
    <li className="grid gap-x-4 gap-y-2 border-b border-hair px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:px-6">
      <label className="flex min-h-9 items-center gap-3 font-[560]">
        <input
          type="checkbox"
          className="size-5 flex-none accent-accent"
          checked={threshold !== null}
          onChange={(event) => set(event.target.checked ? firstThreshold(column.source) : null)}
        />
        <span className="min-w-0 break-words">{name}</span>
      </label>
      {threshold !== null && (
        <div className="grid gap-2">
          <span className="flex flex-wrap items-center gap-2 text-sm">
            <select
              aria-label={`Direction of ${name}`}
              className={`${smallControl} max-w-56`}
              value={threshold.direction}
              onChange={(event) =>
                set({ ...threshold, direction: event.target.value as Threshold["direction"] })
              }
            >
              {directions.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
            <select
              aria-label={`Cut points of ${name}`}
              className={`${smallControl} max-w-56`}
              value={threshold.by}
              onChange={(event) =>
                set(
                  event.target.value === "typed"
                    ? { ...threshold, by: "typed", values: threshold.values || cutsFor(threshold).join(" ") }
                    : { ...threshold, by: "quantiles" },
                )
              }
            >
              <option value="quantiles">from quantiles</option>
              <option value="typed">typed</option>
            </select>
            {threshold.by === "quantiles" ? (
              <>
                <input
                  aria-label={`How many cut points for ${name}`}
                  inputMode="numeric"
                  className={`${smallControl} w-16`}
                  maxLength={4}
                  value={threshold.count}
                  aria-invalid={error ? true : undefined}
                  onChange={(event) => set({ ...threshold, count: event.target.value.trim() })}
                />
                {threshold.count === "1" ? "cut" : "cuts"}
              </>
            ) : (
              <input
                aria-label={`Cut points for ${name}, with blanks between them`}
                className={`${smallControl} flex-[1_1_12rem]`}
                placeholder="12 24 36"
                maxLength={20_000}
                value={threshold.values}
                aria-invalid={error ? true : undefined}
                onChange={(event) => set({ ...threshold, values: event.target.value })}
              />
            )}
          </span>
          {error ? (
            <p className="text-sm font-[560] text-bad">{error}</p>
          ) : (
            <p className="text-sm break-words text-ink-2">{cutWords(cutsFor(threshold), column)}</p>
          )}
        </div>
      )}
    </li>
  );
}

const shownCuts = 12;

function cutWords(cuts: readonly string[], column: ColumnChoice): string {
  const first = cuts.slice(0, shownCuts).map((cut) => cellLabel(column, cut));
  const rest = cuts.length - first.length;
  const shown = `${first.join(", ")}${rest === 0 ? "" : ` and ${rest.toLocaleString("en-GB")} more`}`;
  const word = cuts.length === 1 ? "Cut point" : `${cuts.length} cut points`;
  return `${word}: ${shown}`;
}
