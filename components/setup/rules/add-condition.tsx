"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, Submit } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { Frame } from "#components/ui/field.tsx";
import { BareSelect, Select } from "#components/ui/select.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRules.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { messageKey } from "#server/locale.ts";
import { isDate } from "#server/study/cells/notation.ts";
import { typedNumber } from "#server/study/cells/typed-numbers.ts";
import { cellLabel, columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { numbersOf, wordsOf } from "#server/study/read-columns.ts";
import type { NumberFacts, PeopleReading } from "#server/study/reading.ts";
import type { PredicateDraft } from "#server/study/rules/predicates.ts";
import { columnOptions } from "../column-options.ts";
import { BlankChoice } from "./blank-choice.tsx";

type Test = PredicateDraft["test"];

const numberTests: readonly Test[] = ["at-most", "above"];
const wordTests: readonly Test[] = ["is", "is-not"];

/** Form for one more condition: column, question, value. */
export function AddCondition({
  columns,
  reading,
  add,
}: {
  columns: readonly ColumnChoice[];
  reading: PeopleReading;
  add: (predicate: PredicateDraft) => void;
}) {
  const [source, setSource] = useState(columns[0]?.source ?? 0);
  const [test, setTest] = useState<Test | null>(null);
  const [value, setValue] = useState("");
  const [blank, setBlank] = useState<{ blank?: "pass" }>({});
  const [isRefused, setRefused] = useState(false);
  const column = columns.find((each) => each.source === source) ?? columns[0];
  if (column === undefined) return null;
  const isNumber = column.type === "number";
  const missing = reading.columns[column.source]?.missing ?? 0;
  const tests = [...(isNumber ? numberTests : wordTests), ...(missing > 0 ? (["is-blank"] as const) : [])];
  const chosen = tests.find((each) => each === test) ?? tests[0] ?? "is";
  const words = wordsOf(reading, column);
  const given = isNumber || words.length === 0 || value !== "" ? value : (words[0]?.word ?? "");
  const isBlankTest = chosen === "is-blank";
  const isWrong = isBlankTest
    ? false
    : isNumber
      ? !isDecimal(typedNumber(given.trim(), column))
      : given.trim() === "";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(isWrong);
    if (isWrong) return;
    const typed = isNumber ? typedNumber(given.trim(), column) : given.trim();
    const condition = isBlankTest ? { value: "" } : { value: typed, ...(missing > 0 && blank) };
    add({ source: column.source, test: chosen, ...condition });
    setValue("");
  };

  return (
    <Sheet>
      <SheetBody>
        <form
          onSubmit={submit}
          noValidate
          className="grid items-start gap-4 md:grid-cols-[minmax(0,1.4fr)_10rem_minmax(0,1fr)_auto]"
        >
          <Select
            label={t.column()}
            value={column.source}
            onChange={(event) => {
              setSource(Number(event.target.value));
              setValue("");
            }}
            options={columnOptions(columns)}
          />
          <Select
            label={t.question()}
            value={chosen}
            onChange={(event) => setTest(event.target.value as Test)}
            options={tests.map((each) => [each, t.test({ test: messageKey(each) })])}
          />
          {!isBlankTest && (
            <Frame
              label={t.value()}
              error={
                isRefused && isWrong
                  ? isNumber
                    ? isDate(column)
                      ? t.expectedDate()
                      : t.expectedNumber()
                    : t.chooseWord()
                  : undefined
              }
            >
              {(control) =>
                isNumber || words.length === 0 ? (
                  <input
                    {...control}
                    className={controlClass}
                    inputMode={isNumber ? "decimal" : "text"}
                    maxLength={200}
                    value={value}
                    onChange={(event) => setValue(event.target.value)}
                  />
                ) : (
                  <BareSelect
                    {...control}
                    className={controlClass}
                    value={given}
                    onChange={(event) => setValue(event.target.value)}
                    options={words.map(({ word }) => [word, optionWords(column, word)])}
                  />
                )
              }
            </Frame>
          )}
          <Submit className="md:mt-6" act={t.add()}>
            <Plus aria-hidden />
          </Submit>
        </form>
        {missing > 0 && !isBlankTest && (
          <BlankChoice name={columnLabel(column)} missing={missing} blank={blank.blank} set={setBlank} />
        )}
        {isNumber && !isBlankTest && (
          <Quantiles column={column} facts={numbersOf(reading, column)} take={setValue} />
        )}
      </SheetBody>
    </Sheet>
  );
}

const quantiles = [10, 25, 50, 75, 90] as const;

/** Buttons with suggested values, each labelled with the share of people who have at most this number. */
function Quantiles({
  column,
  facts,
  take,
}: {
  column: ColumnChoice;
  facts: NumberFacts | null;
  take: (value: string) => void;
}) {
  if (facts === null) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-ink-2">
      {t.atMostThis()}
      {quantiles.map((percent) => {
        const value = facts.percentiles[percent - 1] ?? "";
        return (
          <Button key={percent} small className="gap-1.5" onClick={() => take(value)}>
            <span className="font-normal text-ink-2">{t.share({ percent: `p${percent}` })}</span>{" "}
            {cellLabel(column, value)}
          </Button>
        );
      })}
    </p>
  );
}

function optionWords({ words }: ColumnChoice, word: string): string {
  const label = words.find((each) => each.word === word)?.label.trim();
  return label ? `${word}: ${label}` : word;
}
