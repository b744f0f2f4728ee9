"use client";

import { ChevronDown, CircleAlert, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { BareSelect } from "#components/ui/select.tsx";
import { Cell, RowHead } from "#components/ui/table.tsx";
import * as t from "#messages/setupPeople.ts";
import { formatList } from "#server/format.ts";
import { isDate } from "#server/study/cells/notation.ts";
import { readCell } from "#server/study/cells/read-cell.ts";
import { cellLabel, isFeature } from "#server/study/columns.ts";
import type { ColumnChoice, ColumnRole } from "#server/study/draft.ts";
import { cutProblem, groupCutsOf, mayHaveCuts, namesOfGroups } from "#server/study/group-cuts.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { smallControl } from "../small-control.ts";
import { inRole } from "./choose-columns.ts";
import { ColumnDetails, type ColumnProps } from "./column-details.tsx";
import { factsOf } from "./column-facts.ts";
import { TreatOutlier } from "./number-limits.tsx";
import { roleIcons } from "./roles.ts";

type Props = ColumnProps & {
  /** Possible uses of the column. */
  roles: readonly ColumnRole[];
  /** Reasons against showing or using the column. */
  warnings: readonly string[];
};

/** One column on one line: its name, cells and use. The rest opens below, by itself where a decision is needed. */
export function ColumnRow({ roles, warnings, ...props }: Props) {
  const { column, reading, error, set } = props;
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const id = useId();
  const name = column.name.trim() || t.columnNumber({ number: column.source + 1 });
  const Icon = roleIcons[column.role];
  // A row that was opened for its error stays open while the error is corrected.
  if (error !== undefined && isOpened === null) setOpened(true);
  const isOpen = isOpened === true;
  const isCut = mayHaveCuts(column);
  const groups = isCut && cutProblem(column) === null ? namesOfGroups(groupCutsOf(column)) : [];
  const numbers = column.type === "number" ? numbersOf(reading, column) : null;
  const hasMore =
    isOpen ||
    isCut ||
    warnings.length > 0 ||
    error !== undefined ||
    column.notation === "unclear" ||
    column.outliers.treatment !== "keep";
  return (
    <>
      <tr className={hasMore ? "border-b-0" : undefined}>
        <RowHead className="break-words md:w-[26%]">{name}</RowHead>
        <Cell label={t.cells()} className="break-words text-ink-2">
          {factsOf(column, reading)}
        </Cell>
        <Cell label={t.usedFor()}>
          <span className="relative block">
            <Icon
              aria-hidden
              className="pointer-events-none absolute top-[0.6875rem] left-2 size-3.5 text-ink-2"
            />
            <BareSelect
              aria-label={t.roleOf({ name })}
              className={classNames(smallControl, "w-full pl-7 md:min-w-48")}
              value={column.role}
              onChange={(event) => set(inRole(column, event.target.value as ColumnRole, reading))}
              options={roles.map((role) => [role, t.role({ role })])}
            />
          </span>
        </Cell>
        <Cell className="text-right">
          <Button
            look="ghost"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t.moreAbout({ name })}
            onClick={() => setOpened(!isOpen)}
          >
            <ChevronDown aria-hidden className={isOpen ? "rotate-180" : ""} />
          </Button>
        </Cell>
      </tr>
      {hasMore && (
        <tr id={id}>
          <td colSpan={4} className="pt-0">
            {column.notation === "unclear" && <UnclearReading name={name} {...{ column, reading, set }} />}
            {warnings.length > 0 && (
              <ul className={classNames("text-sm", isFeature(column) ? "text-warn" : "text-ink-2")}>
                {warnings.map((warning) => (
                  <li key={warning} className="flex items-start gap-1.5">
                    <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
                    {warning}
                  </li>
                ))}
              </ul>
            )}
            {numbers !== null && (
              <TreatOutlier column={column} facts={numbers} set={(outliers) => set({ outliers })} />
            )}
            {isCut && (
              <Field
                className="mt-1 max-w-measure"
                label={t.cuts({ name })}
                hint={groups.length === 0 ? t.cutsHint() : t.cutsMake({ groups: formatList(groups) })}
                placeholder={t.cutsExample()}
                maxLength={400}
                value={column.cuts}
                onChange={(event) => set({ cuts: event.target.value })}
              />
            )}
            {error && (
              <p className="mt-1 flex items-start gap-1.5 text-sm font-[560] text-bad">
                <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
                {error}
              </p>
            )}
            {isOpen && <ColumnDetails {...props} name={name} />}
          </td>
        </tr>
      )}
    </>
  );
}

/** An ambiguous cell with a button for each way to read it. */
function UnclearReading({
  name,
  column,
  reading,
  set,
}: {
  name: string;
  column: ColumnChoice;
  reading: PeopleReading;
  set: (part: Pick<ColumnChoice, "notation">) => void;
}) {
  const { numbers = [], examples = [] } = reading.columns[column.source] ?? {};
  const ways = numbers.flatMap(({ notations: [notation] }) => (notation === undefined ? [] : [notation]));
  const valueIn = (cell: string, notation: ColumnChoice["notation"]) =>
    readCell(cell, { ...column, notation });
  const cell = examples.find((each) => new Set(ways.map((way) => valueIn(each, way))).size > 1);
  if (cell === undefined) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      <span>{t.cellMeans({ name, cell: () => <span className="font-mono">{cell}</span> })}</span>
      {ways.map((notation) => (
        <Button key={notation} small onClick={() => set({ notation })}>
          {wayInWords({ ...column, notation }, valueIn(cell, notation) ?? cell)}
        </Button>
      ))}
    </p>
  );
}

/** Formats a reading without thousands separators, since those are what is ambiguous. */
function wayInWords(column: ColumnChoice, value: string): string {
  if (isDate(column)) return cellLabel(column, value);
  return Number(value) >= 1000 || Number(value) <= -1000 ? t.inThousands({ value }) : t.aFraction({ value });
}
