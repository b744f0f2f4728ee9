"use client";

import * as t from "#messages/setupPeople.ts";
import { looksLikeChance } from "#server/study/column-warnings.ts";
import { isChance, isInWords } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { columnsThat } from "./choose-columns.ts";
import { WordMeanings } from "./outcome-words.tsx";
import { ColumnQuestion } from "./question.tsx";
import { useColumns } from "./use-columns.ts";

/** Choice of the column with the chances of the rule in force: an audit judges it, another study is compared with it. */
export function ChanceQuestion({ reading }: { reading: PeopleReading }) {
  const { draft, shown } = useDraft();
  const { columns, setOne } = useColumns();
  const { kind } = draft;
  const chosen = columns.find(isChance);
  const words = chosen === undefined ? [] : (reading.columns[chosen.source]?.words ?? []);
  const setChosen = (part: Partial<ColumnChoice>) => setOne(chosen?.source, part);
  return (
    <ColumnQuestion
      label={t.whichChance({ kind })}
      hint={t.whichChanceHint({ kind })}
      none={t.noChance({ kind })}
      use="chance"
      offered={columnsThat(columns, reading, ({ numbers, words }) => numbers.length + words.length > 0)}
      proposals={columnsThat(columns, reading, looksLikeChance)}
      error={shown.find(({ step, field }) => step === "people" && field === "chance")?.message}
      reading={reading}
    >
      {chosen && isInWords(chosen) && (
        <WordMeanings
          column={chosen}
          words={words}
          nameOf={(meaning) => t.chanceMeaning({ meaning })}
          set={setChosen}
        />
      )}
      {chosen && !isInWords(chosen) && (
        <div className="max-w-measure">
          <Choices
            legend={t.chanceWritten()}
            columns={2}
            value={chosen.chanceUnit}
            choices={[
              { value: "share", title: t.share(), what: t.shareWhat() },
              { value: "percent", title: t.percent(), what: t.percentWhat() },
            ]}
            onChange={(chanceUnit) => setChosen({ chanceUnit })}
          />
        </div>
      )}
    </ColumnQuestion>
  );
}
