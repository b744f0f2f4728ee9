"use client";

import { TriangleAlert } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { Cell, Column, Row, RowHead, Table } from "#components/ui/table.tsx";
import { isDate } from "#server/draft/cells/notation.ts";
import { cellLabel, columnLabel, isFeature } from "#server/draft/columns.ts";
import type { ColumnChoice } from "#server/draft/draft.ts";
import { numbersOf } from "#server/draft/read-columns.ts";
import type { NumberFacts, PeopleReading } from "#server/draft/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";

type Outliers = ColumnChoice["outliers"];

const treatments: Record<Outliers["treatment"], string> = {
  keep: "Keep all",
  "leave-out": "Leave out those people",
  "set-empty": "Empty those cells",
};

/** The ends of every number column, where typing errors stand out, and what to do about them. */
export function NumberSection({ reading }: { reading: PeopleReading }) {
  const { draft, missing, change } = useDraft();
  const { people } = draft;
  const numbers = (people?.columns ?? []).flatMap((column) => {
    const facts = numbersOf(reading, column);
    return facts !== null && isFeature(column) && column.type === "number" ? [{ column, facts }] : [];
  });
  if (people === null || numbers.length === 0) return null;
  const set = (source: number, part: Partial<Outliers>) => {
    const columns = people.columns.map((column) =>
      column.source === source ? { ...column, outliers: { ...column.outliers, ...part } } : column,
    );
    change({ people: { ...people, columns } });
  };
  const head = (
    <tr>
      <Column>Column</Column>
      <Column numeric>Smallest</Column>
      <Column numeric>Middle</Column>
      <Column numeric>Largest</Column>
      <Column>Beyond your limits</Column>
    </tr>
  );
  return (
    <Section
      title="Ends of the numbers"
      note="Typing errors show at the ends. Give limits, and say what happens to numbers beyond them."
    >
      <Sheet>
        <Table caption="Smallest, middle and largest number of each column" head={head} fold>
          {numbers.map(({ column, facts }) => (
            <Row key={column.source}>
              <RowHead className="break-words md:max-w-56">{columnLabel(column)}</RowHead>
              <End
                label="Smallest"
                value={cellLabel(column, facts.smallest)}
                isOdd={facts.oddEnd === "smallest"}
              />
              <Cell label="Middle" numeric>
                {cellLabel(column, facts.median)}
              </Cell>
              <End
                label="Largest"
                value={cellLabel(column, facts.largest)}
                isOdd={facts.oddEnd === "largest"}
              />
              <Cell label="Beyond limits">
                <Treatment
                  column={column}
                  facts={facts}
                  error={missing.find(({ field }) => field === `${column.source}.outliers`)?.message}
                  set={(part) => set(column.source, part)}
                />
              </Cell>
            </Row>
          ))}
        </Table>
      </Sheet>
    </Section>
  );
}

function limitExample(column: ColumnChoice, value: string): string {
  return isDate(column) ? "2025-12-31" : value;
}

function End({ label, value, isOdd }: { label: string; value: string; isOdd: boolean }) {
  return (
    <Cell label={label} numeric>
      <span className={classNames("inline-flex items-center gap-1.5", isOdd && "font-[620] text-warn")}>
        {isOdd && <TriangleAlert aria-hidden className="size-4" />}
        {value}
        {isOdd && <span className="sr-only">, far away from all others</span>}
      </span>
    </Cell>
  );
}

function Treatment({
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
          below
          <input
            aria-label={`Lower limit of ${name}`}
            inputMode="decimal"
            className={classNames(smallControl, "w-24")}
            placeholder={limitExample(column, facts.smallest)}
            maxLength={40}
            value={outliers.low}
            onChange={(event) => set({ low: event.target.value })}
          />
          or above
          <input
            aria-label={`Upper limit of ${name}`}
            inputMode="decimal"
            className={classNames(smallControl, "w-24")}
            placeholder={limitExample(column, facts.largest)}
            maxLength={40}
            value={outliers.high}
            onChange={(event) => set({ high: event.target.value })}
          />
        </span>
      )}
      {error && <span className="text-sm font-[560] text-bad">{error}</span>}
    </span>
  );
}
