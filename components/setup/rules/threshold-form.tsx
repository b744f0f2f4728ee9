"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { formatNumber, plural } from "#server/format.ts";
import { cellLabel, columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice, RulesDraft } from "#server/study/draft.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import { type CutPart, countOf, firstCuts } from "#server/study/rules/cut-parts.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { cutsOf, firstThreshold, numberColumns } from "#server/study/rules/thresholds.ts";
import { everyNumber } from "#server/study/start/cures.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";
import { BlankChoice } from "./blank-choice.tsx";

type Threshold = RulesDraft["thresholds"][number];

/** Choice of the numbers that get cut points, and of the cut points. */
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
      note="Quantiles put the same number of people between two cuts; at even distances there can be as many as a number has values. Each cut makes one rule in the direction that is better, or two."
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
                ends={numbersOf(reading, column)}
                missing={reading.columns[column.source]?.missing ?? 0}
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
  ends,
  missing,
  error,
  set,
}: {
  column: ColumnChoice;
  threshold: Threshold | null;
  cutsFor: (threshold: Threshold) => readonly CutPart[];
  ends: { readonly smallest: string; readonly largest: string } | null;
  /** The number of people with an empty cell. */
  missing: number;
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
          onChange={(event) => set(event.target.checked ? firstThreshold(column) : null)}
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
              {threshold.direction === "unclear" && <option value="unclear">Which is better?</option>}
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
                set(cutBy(event.target.value as Threshold["by"], threshold, cutsFor(threshold), ends))
              }
            >
              <option value="quantiles">from quantiles</option>
              <option value="typed">typed</option>
              <option value="even">at even distances</option>
            </select>
            <CutInputs name={name} threshold={threshold} isWrong={error !== undefined} set={set} />
          </span>
          {missing > 0 && (
            <BlankChoice
              name={name}
              missing={missing}
              blank={threshold.blank}
              set={(blank) => {
                const { blank: _, ...rest } = threshold;
                set({ ...rest, ...blank });
              }}
            />
          )}
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

/** Switches a number to cut points of another kind. The values shown so far are the initial ones of the new kind. */
function cutBy(
  by: Threshold["by"],
  threshold: Threshold,
  cuts: readonly CutPart[],
  ends: { readonly smallest: string; readonly largest: string } | null,
): Threshold {
  if (by === "typed")
    return { ...threshold, by, values: threshold.values || firstCuts(cuts, maxTypedCuts).join(" ") };
  if (by === "quantiles" || threshold.range !== undefined) return { ...threshold, by };
  return { ...threshold, by, range: { from: ends?.smallest ?? "", to: ends?.largest ?? "", step: "1" } };
}

/** Most cut points that fit into the text field. */
const maxTypedCuts = 500;

function CutInputs({
  name,
  threshold,
  isWrong,
  set,
}: {
  name: string;
  threshold: Threshold;
  isWrong: boolean;
  set: (next: Threshold) => void;
}) {
  const invalid = isWrong || undefined;
  if (threshold.by === "quantiles") {
    return (
      <>
        <input
          aria-label={`How many cut points for ${name}`}
          inputMode="numeric"
          className={`${smallControl} w-16`}
          maxLength={4}
          value={threshold.count}
          aria-invalid={invalid}
          onChange={(event) => set({ ...threshold, count: event.target.value.trim() })}
        />
        {plural(Number(threshold.count), "cut")}
      </>
    );
  }
  if (threshold.by === "typed") {
    return (
      <input
        aria-label={`Cut points for ${name}, with blanks between them`}
        className={`${smallControl} flex-[1_1_12rem]`}
        placeholder="12 24 36"
        maxLength={20_000}
        value={threshold.values}
        aria-invalid={invalid}
        onChange={(event) => set({ ...threshold, values: event.target.value })}
      />
    );
  }
  const range = threshold.range ?? { from: "", to: "", step: "" };
  return rangeParts.map(({ part, words, label }) => (
    <span key={part} className="flex items-center gap-2">
      {words}
      <input
        aria-label={`${label} for ${name}`}
        className={`${smallControl} w-24`}
        maxLength={40}
        value={range[part]}
        aria-invalid={invalid}
        onChange={(event) => set({ ...threshold, range: { ...range, [part]: event.target.value.trim() } })}
      />
    </span>
  ));
}

const rangeParts = [
  { part: "from", words: "from", label: "First cut point" },
  { part: "to", words: "to", label: "Last cut point" },
  { part: "step", words: "every", label: "Distance between cut points" },
] as const;

const shownCuts = 12;

function cutWords(cuts: readonly CutPart[], column: ColumnChoice): string {
  const count = countOf(cuts);
  const first = firstCuts(cuts, shownCuts).map((cut) => cellLabel(column, cut));
  const rest = count - first.length;
  const shown = `${first.join(", ")}${rest === 0 ? "" : ` and ${formatNumber(rest)} more`}`;
  const word = plural(count, "Cut point", `${formatNumber(count)} cut points`);
  return `${word}: ${shown}`;
}
