"use client";

import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPeople.ts";
import { looksLikeIdentifier, looksLikeOutcome } from "#server/study/column-warnings.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { ChanceQuestion } from "./chance-question.tsx";
import { columnsThat, withIdentifier, withOutcome } from "./choose-columns.ts";
import { OutcomeWords } from "./outcome-words.tsx";
import { ColumnQuestion } from "./question.tsx";

/**
 * Choice of the column with the outcome (in an audit, the chance) and of the one that identifies a person. No other
 * column may reveal them by accident.
 */
export function QuestionSection({ reading }: { reading: PeopleReading }) {
  const { draft, change } = useDraft();
  const { people } = draft;
  if (people === null) return null;
  const { columns } = people;
  const set = (next: ColumnChoice[]) => change({ people: { ...people, columns: next } });
  return (
    <Section title={t.twoQuestions()} note={t.twoQuestionsNote()}>
      <div className="grid gap-6">
        {draft.kind === "audit" ? (
          <ChanceQuestion reading={reading} />
        ) : (
          <OutcomeQuestion reading={reading} columns={columns} set={set} />
        )}
        <ColumnQuestion
          label={t.whichIdentifier()}
          hint={t.whichIdentifierHint()}
          none={t.noIdentifier()}
          use="identifier"
          columns={columns}
          proposals={columnsThat(columns, reading, (read) => looksLikeIdentifier(read, reading.rowCount))}
          choose={(source) => set(withIdentifier(columns, source))}
        />
      </div>
    </Section>
  );
}

function OutcomeQuestion({
  reading,
  columns,
  set,
}: {
  reading: PeopleReading;
  columns: readonly ColumnChoice[];
  set: (next: ColumnChoice[]) => void;
}) {
  const outcome = columns.find(({ role }) => role === "outcome");
  return (
    <ColumnQuestion
      label={t.whichOutcome()}
      hint={t.whichOutcomeHint()}
      none={t.noOutcome()}
      use="outcome"
      columns={columns}
      proposals={columnsThat(columns, reading, looksLikeOutcome)}
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
    </ColumnQuestion>
  );
}
