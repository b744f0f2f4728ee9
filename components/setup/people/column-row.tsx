"use client";

import { ArrowDown, ArrowUp, ArrowUpToLine, ChevronDown, CircleAlert, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { isFeature } from "#server/study/columns.ts";
import type { ColumnChoice, ColumnRole } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { smallControl } from "../small-control.ts";
import { outcomeOf } from "./choose-columns.ts";
import { ColumnDetails } from "./column-details.tsx";
import { factsOf } from "./column-facts.ts";
import { ReadingSelect } from "./reading-select.tsx";
import { roleIcons, roleWords } from "./role-words.ts";
import { UnclearReading } from "./unclear-reading.tsx";

type Props = {
  column: ColumnChoice;
  /** Possible uses of the column. */
  roles: readonly ColumnRole[];
  reading: PeopleReading;
  place: number;
  last: number;
  /** Reasons against showing or using the column. */
  warnings: readonly string[];
  error: string | undefined;
  set: (part: Partial<ColumnChoice>) => void;
  /** Moves the column by this many places, up if negative. */
  move: (by: number) => void;
};

/** Grid columns of the row, shared with the header above it. */
export const columnGrid = "md:grid-cols-[minmax(0,1fr)_11rem_13.5rem_14.5rem]";

const atEnd = "disabled:border-transparent disabled:bg-transparent disabled:text-ink-off";

/** One column: its name, type, use and place; units and words open below. */
export function ColumnRow({ column, roles, reading, place, last, warnings, error, set, move }: Props) {
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  const name = column.name.trim() || `column ${column.source + 1}`;
  const Icon = roleIcons[column.role];
  const isPlain = column.role === "identifier" || column.role === "ignored";
  const hasMore = !isPlain && column.role !== "outcome";
  const isOpen = hasMore && isOpened;
  const setRole = (role: ColumnRole) => set(role === "outcome" ? outcomeOf(column, reading) : { role });
  return (
    <li className="border-b border-hair px-4 py-3 last:border-b-0 md:px-6">
      <div
        className={classNames(
          "grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] items-center gap-x-2 gap-y-2 md:gap-x-4",
          columnGrid,
        )}
      >
        <input
          aria-label={`Name of column ${column.source + 1}`}
          className={classNames(smallControl, "col-span-2 w-full font-[560] md:col-span-1")}
          value={column.name}
          maxLength={200}
          aria-invalid={error && column.name.trim() === "" ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          disabled={column.role === "ignored"}
          onChange={(event) => set({ name: event.target.value })}
        />
        <ReadingSelect
          name={name}
          reading={column}
          disabled={column.role === "identifier" || column.role === "outcome"}
          set={set}
        />
        <span className="relative block">
          <Icon
            aria-hidden
            className="pointer-events-none absolute top-[0.6875rem] left-2 size-3.5 text-ink-2"
          />
          <select
            aria-label={`Use of ${name}`}
            className={classNames(smallControl, "w-full pl-7")}
            value={column.role}
            onChange={(event) => setRole(event.target.value as ColumnRole)}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleWords[role].option}
              </option>
            ))}
          </select>
        </span>
        <span className="col-span-2 flex items-center justify-end gap-1 md:col-span-1">
          {hasMore && (
            <Button
              look="ghost"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={`More about ${name}`}
              onClick={() => setOpened(!isOpened)}
            >
              More
              <ChevronDown aria-hidden className={isOpen ? "rotate-180" : ""} />
            </Button>
          )}
          <Button
            look="ghost"
            className={atEnd}
            disabled={place === 1}
            aria-label={`Move ${name} to the top`}
            onClick={() => move(1 - place)}
          >
            <ArrowUpToLine aria-hidden />
          </Button>
          <Button
            look="ghost"
            className={atEnd}
            disabled={place === 1}
            aria-label={`Move ${name} up`}
            onClick={() => move(-1)}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            look="ghost"
            className={atEnd}
            disabled={place === last}
            aria-label={`Move ${name} down`}
            onClick={() => move(1)}
          >
            <ArrowDown aria-hidden />
          </Button>
        </span>
      </div>
      <p className="mt-1 truncate text-sm text-ink-2">{factsOf(column, reading)}</p>
      {column.notation === "unclear" && <UnclearReading name={name} {...{ column, reading, set }} />}
      {warnings.length > 0 && (
        <ul className={classNames("mt-1 text-sm", isFeature(column) ? "text-warn" : "text-ink-2")}>
          {warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-1.5">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm font-[560] text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
      <div id={id}>{isOpen && <ColumnDetails column={column} reading={reading} set={set} />}</div>
    </li>
  );
}
