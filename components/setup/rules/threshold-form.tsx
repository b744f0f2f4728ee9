"use client";

import { Button } from "#components/ui/button.tsx";
import { Tick } from "#components/ui/choice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { BareSelect } from "#components/ui/select.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRules.ts";
import { messageKey } from "#server/locale.ts";
import { cellLabel, columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice, RulesDraft } from "#server/study/draft.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import { type CutPart, countOf, firstCuts } from "#server/study/rules/cut-parts.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { conditionColumns } from "#server/study/rules/predicates.ts";
import { cutsOf, firstThreshold, numberColumns } from "#server/study/rules/thresholds.ts";
import { everyNumber } from "#server/study/start/cures.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";
import { BlankChoice } from "./blank-choice.tsx";
import { kindTitle } from "./kind-words.ts";

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
    <Section title={t.cutPoints()} note={t.cutNote()}>
      {numbers.length === 0 ? (
        <Notice title={t.noNumber()}>{t.noNumberNote({ kind: kindTitle("conjunctions") })}</Notice>
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
      {conditionColumns(columns).length > numbers.length && (
        <p className="mt-3 text-sm text-ink-2">{t.forWords({ kind: kindTitle("conjunctions") })}</p>
      )}
      {numbers.length > 1 && isUnused && (
        <Button small className="mt-3" onClick={() => change({ rules: { ...rules, thresholds: all } })}>
          {t.cutAll({ count: numbers.length })}
        </Button>
      )}
    </Section>
  );
}

const chosenDirections = ["above", "at-most", "both"] as const;
const ways = ["quantiles", "typed", "even"] as const;

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
  const isUnclear = threshold?.direction === "unclear";
  return (
    <li className="grid gap-x-4 gap-y-2 border-b border-hair px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:px-6">
      <Tick
        className="font-[560]"
        checked={threshold !== null}
        onChange={(event) => set(event.target.checked ? firstThreshold(column) : null)}
      >
        {name}
      </Tick>
      {threshold !== null && (
        <div className="grid gap-2">
          <span className="flex flex-wrap items-center gap-2 text-sm">
            <BareSelect
              aria-label={t.directionOf({ name })}
              className={`${smallControl} max-w-56`}
              aria-invalid={isUnclear || undefined}
              value={threshold.direction}
              onChange={(event) =>
                set({ ...threshold, direction: event.target.value as Threshold["direction"] })
              }
              options={[...(isUnclear ? ["unclear" as const] : []), ...chosenDirections].map((value) => [
                value,
                t.direction({ direction: messageKey(value) }),
              ])}
            />
            <BareSelect
              aria-label={t.cutsOf({ name })}
              className={`${smallControl} max-w-56`}
              value={threshold.by}
              onChange={(event) =>
                set(cutBy(event.target.value as Threshold["by"], threshold, cutsFor(threshold), ends))
              }
              options={ways.map((by) => [by, t.cutsBy({ by })])}
            />
            <CutInputs
              name={name}
              threshold={threshold}
              isWrong={error !== undefined && !isUnclear}
              set={set}
            />
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
    return t.cutCount({
      count: Number(threshold.count),
      field: () => (
        <input
          aria-label={t.cutCountLabel({ name })}
          inputMode="numeric"
          className={`${smallControl} w-16`}
          maxLength={4}
          value={threshold.count}
          aria-invalid={invalid}
          onChange={(event) => set({ ...threshold, count: event.target.value.trim() })}
        />
      ),
    });
  }
  if (threshold.by === "typed") {
    return (
      <input
        aria-label={t.typedLabel({ name })}
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
  const field = (part: "from" | "to" | "step") => () => (
    <input
      aria-label={t.rangeLabel({ part, name })}
      className={`${smallControl} w-24`}
      maxLength={40}
      value={range[part]}
      aria-invalid={invalid}
      onChange={(event) => set({ ...threshold, range: { ...range, [part]: event.target.value.trim() } })}
    />
  );
  return (
    <>
      <span className="flex items-center gap-2">{t.rangeFrom({ field: field("from") })}</span>
      <span className="flex items-center gap-2">{t.rangeTo({ field: field("to") })}</span>
      <span className="flex items-center gap-2">{t.rangeStep({ field: field("step") })}</span>
    </>
  );
}

const shownCuts = 12;

function cutWords(cuts: readonly CutPart[], column: ColumnChoice): string {
  const count = countOf(cuts);
  const first = firstCuts(cuts, shownCuts).map((cut) => cellLabel(column, cut));
  return t.cutWords({ count, cuts: first.join("; "), rest: count - first.length });
}
