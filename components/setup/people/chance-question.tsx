"use client";

import * as t from "#messages/setupPeople.ts";
import { looksLikeChance } from "#server/study/column-warnings.ts";
import { isChance } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { columnsThat, withChance } from "./choose-columns.ts";
import { ColumnQuestion } from "./question.tsx";

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
      label={t.whichChance()}
      hint={t.whichChanceHint()}
      none={t.noChance()}
      use="chance"
      columns={columnsThat(columns, reading, ({ numbers }) => numbers.length > 0)}
      proposals={columnsThat(columns, reading, looksLikeChance)}
      error={shown.find(({ step, field }) => step === "people" && field === "chance")?.message}
      choose={(source) => set(withChance(columns, source, reading))}
    >
      {chosen && (
        <div className="max-w-measure">
          <Choices
            legend={t.chanceWritten()}
            columns={2}
            value={chosen.chanceUnit}
            choices={[
              { value: "share", title: t.share(), what: t.shareWhat() },
              { value: "percent", title: t.percent(), what: t.percentWhat() },
            ]}
            onChange={(chanceUnit) =>
              set(columns.map((each) => (each.source === chosen.source ? { ...each, chanceUnit } : each)))
            }
          />
        </div>
      )}
    </ColumnQuestion>
  );
}
