"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { controlClass, Frame } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { looksLikeIdentifier, looksLikeOutcome } from "#server/draft/column-warnings.ts";
import { columnLabel } from "#server/draft/columns.ts";
import type { ColumnChoice, ColumnRole } from "#server/draft/draft.ts";
import type { PeopleReading } from "#server/draft/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { withIdentifier, withOutcome } from "./choose-columns.ts";
import { OutcomeWords } from "./outcome-words.tsx";

const proposalCount = 3;

/** Which column is the outcome, and which one names a person: what everything else must not show by accident. */
export function QuestionSection({ reading }: { reading: PeopleReading }) {
  const { draft, change } = useDraft();
  const { people } = draft;
  if (people === null) return null;
  const { columns } = people;
  const set = (next: ColumnChoice[]) => change({ people: { ...people, columns: next } });
  const outcome = columns.find(({ role }) => role === "outcome");
  const proposed = (looks: (read: PeopleReading["columns"][number]) => boolean) =>
    columns.filter(({ source }) => {
      const read = reading.columns[source];
      return read !== undefined && looks(read);
    });
  return (
    <Section
      title="Two questions"
      note="Nothing of the file is shown or used before you choose it. The columns answered here are kept apart from the rest."
    >
      <div className="grid gap-6">
        <Question
          label="Which column is the outcome?"
          hint="What became of people, known only afterwards. It is sealed; neither auditors nor rules get it."
          none="None: outcomes come later"
          use="outcome"
          columns={columns}
          proposals={proposed(looksLikeOutcome)}
          choose={(source) => set(withOutcome(columns, source, reading))}
        >
          {outcome !== undefined && (
            <OutcomeWords
              column={outcome}
              words={reading.columns[outcome.source]?.words ?? []}
              set={(part) =>
                set(columns.map((each) => (each.source === outcome.source ? { ...each, ...part } : each)))
              }
            />
          )}
        </Question>
        <Question
          label="Which column names a person?"
          hint="Only you see it, to know who was decided about."
          none="None: take the row of the file"
          use="identifier"
          columns={columns}
          proposals={proposed((read) => looksLikeIdentifier(read, reading.rowCount))}
          choose={(source) => set(withIdentifier(columns, source))}
        />
      </div>
    </Section>
  );
}

function Question({
  label,
  hint,
  none,
  use,
  columns,
  proposals,
  choose,
  children,
}: {
  label: string;
  hint: string;
  /** What is so while no column is chosen. */
  none: string;
  use: ColumnRole;
  columns: readonly ColumnChoice[];
  /** Columns that look like it. */
  proposals: readonly ColumnChoice[];
  choose: (source: number | null) => void;
  children?: ReactNode;
}) {
  const chosen = columns.find(({ role }) => role === use);
  const open = chosen === undefined ? proposals.slice(0, proposalCount) : [];
  return (
    <div className="grid gap-3">
      <div className="max-w-measure">
        <Frame label={label} hint={hint}>
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={chosen?.source ?? ""}
              onChange={(event) => choose(event.target.value === "" ? null : Number(event.target.value))}
            >
              <option value="">{none}</option>
              {columns.map((column) => (
                <option key={column.source} value={column.source}>
                  {columnLabel(column)}
                </option>
              ))}
            </select>
          )}
        </Frame>
      </div>
      {open.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          Perhaps
          {open.map((column) => (
            <Button key={column.source} small onClick={() => choose(column.source)}>
              {columnLabel(column)}
            </Button>
          ))}
        </p>
      )}
      {children}
    </div>
  );
}
