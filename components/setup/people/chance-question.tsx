"use client";

import { looksLikeChance } from "#server/study/column-warnings.ts";
import { isChance } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { columnsThat, withChance } from "./choose-columns.ts";
import { ColumnQuestion } from "./question.tsx";

const units = [
  { value: "share", title: "0 to 1", what: "0.62 is: picked 62 times in 100." },
  { value: "percent", title: "0 to 100", what: "62 is: picked 62 times in 100." },
] as const;

/** Choice of the column with the chances of the rule in force, which an audit judges. */
export function ChanceQuestion({
  reading,
  columns,
  set,
}: {
  reading: PeopleReading;
  columns: readonly ColumnChoice[];
  set: (next: ColumnChoice[]) => void;
}) {
  const { shown } = useDraft();
  const chosen = columns.find(isChance);
  return (
    <ColumnQuestion
      label="Which column holds everybody’s chance?"
      hint="What the rule in force gives each person: a score, or the share of such people who are picked. Auditors see it, and nothing changes it."
      none="Choose a column of numbers"
      use="chance"
      columns={columnsThat(columns, reading, ({ numbers }) => numbers.length > 0)}
      proposals={columnsThat(columns, reading, looksLikeChance)}
      error={shown.find(({ step, field }) => step === "people" && field === "chance")?.message}
      choose={(source) => set(withChance(columns, source, reading))}
    >
      {chosen && (
        <div className="max-w-measure">
          <Choices
            legend="A chance is written as"
            columns={2}
            value={chosen.chanceUnit}
            choices={units}
            onChange={(chanceUnit) =>
              set(columns.map((each) => (each.source === chosen.source ? { ...each, chanceUnit } : each)))
            }
          />
        </div>
      )}
    </ColumnQuestion>
  );
}
