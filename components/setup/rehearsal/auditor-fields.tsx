"use client";

import { Tick } from "#components/ui/choice.tsx";
import { BareSelect } from "#components/ui/select.tsx";
import * as t from "#messages/setupRehearsal.ts";
import { weighedColumns } from "#server/simulation/rehearsal/auditors.ts";
import { columnLabel, shownColumns } from "#server/study/columns.ts";
import type { ColumnChoice, SimulatedAuditor } from "#server/study/draft.ts";
import { smallControl } from "../small-control.ts";

type Props = {
  readonly seat: number;
  readonly auditor: SimulatedAuditor;
  readonly columns: readonly ColumnChoice[];
  readonly set: (part: Partial<SimulatedAuditor>) => void;
};

/** Further fields of each way of judging. */
export function AuditorFields({ seat, auditor, columns, set }: Props) {
  const { kind } = auditor;
  if (kind === "silent") return null;
  const ofSeat = { seat: seat + 1 };
  const number = (field: "deserves" | "cutOff" | "wrong" | "first", label: string) => (
    <input
      aria-label={label}
      className={`${smallControl} w-16`}
      inputMode="decimal"
      maxLength={10}
      value={auditor[field]}
      onChange={(event) => set({ [field]: event.target.value })}
    />
  );
  if (kind === "copies") {
    return (
      <BareSelect
        aria-label={t.copiedSeat(ofSeat)}
        className={smallControl}
        value={auditor.of}
        onChange={(event) => set({ of: event.target.value })}
        options={Array.from({ length: seat }, (_, other) => [other + 1, t.seatOption({ seat: other + 1 })])}
      />
    );
  }
  return (
    <>
      {kind === "careless" && (
        <span className="flex items-center gap-2">
          {t.wrongIn100({ field: () => number("wrong", t.wrongLabel(ofSeat)) })}
        </span>
      )}
      {kind === "first" && (
        <span className="flex items-center gap-2">
          {t.firstPairs({ field: () => number("first", t.firstLabel(ofSeat)) })}
        </span>
      )}
      <span className="flex items-center gap-2">
        {t.deserves({ field: () => number("deserves", t.deservesLabel(ofSeat)) })}
      </span>
      <span className="flex items-center gap-2">
        {t.cutOff({ field: () => number("cutOff", t.cutOffLabel(ofSeat)) })}
      </span>
      <WeightedFields {...{ seat, auditor, columns, set }} />
    </>
  );
}

function WeightedFields({ seat, auditor, columns, set }: Props) {
  const shown = shownColumns(columns);
  const weighed = new Set(weighedColumns(auditor, columns).map(({ source }) => source));
  const toggle = (source: number, isOn: boolean) => {
    const next = shown
      .map((column) => column.source)
      .filter((each) => (each === source ? isOn : weighed.has(each)));
    set({ columns: next.length === shown.length ? [] : next });
  };
  return (
    <details className="w-full">
      <summary className="w-fit cursor-pointer py-1">
        {t.weighsSummary({
          isAll: weighed.size === shown.length,
          count: weighed.size,
          all: shown.length,
        })}
      </summary>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
        <legend className="sr-only">{t.weighedLegend({ seat: seat + 1 })}</legend>
        {shown.map((column) => (
          <Tick
            key={column.source}
            checked={weighed.has(column.source)}
            disabled={weighed.size === 1 && weighed.has(column.source)}
            onChange={(event) => toggle(column.source, event.target.checked)}
          >
            {columnLabel(column)}
          </Tick>
        ))}
      </fieldset>
    </details>
  );
}
