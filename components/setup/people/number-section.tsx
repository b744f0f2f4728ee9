"use client";

import { TriangleAlert } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { cellLabel, columnLabel, isChance, isFeature } from "#server/study/columns.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { NumberLimits, type Outliers } from "./number-limits.tsx";

/** Extreme values of every number column, where typing errors stand out, with ways to treat them. */
export function NumberSection({ reading }: { reading: PeopleReading }) {
  const { draft, missing, change } = useDraft();
  const { people } = draft;
  const numbers = (people?.columns ?? []).flatMap((column) => {
    const facts = numbersOf(reading, column);
    return facts !== null && isFeature(column) && !isChance(column) && column.type === "number"
      ? [{ column, facts }]
      : [];
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
      <HeaderCell>Column</HeaderCell>
      <HeaderCell numeric>Smallest</HeaderCell>
      <HeaderCell numeric>Middle</HeaderCell>
      <HeaderCell numeric>Largest</HeaderCell>
      <HeaderCell>Beyond your limits</HeaderCell>
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
                <NumberLimits
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
