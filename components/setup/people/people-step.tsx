"use client";

import { Choices } from "#components/setup/choices.tsx";
import { LeaveOutRows } from "#components/ui/files/leave-out-rows.tsx";
import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPeople.ts";
import { looksLikeChance, looksLikeIdentifier, looksLikeOutcome } from "#server/study/column-warnings.ts";
import { isChance, isInWords } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { StepFrame } from "../step-frame.tsx";
import { columnsThat } from "./choose-columns.ts";
import { ColumnsSection } from "./columns-section.tsx";
import { ImportBoxes } from "./import-boxes.tsx";
import { OutcomeWords, WordMeanings } from "./outcome-words.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { ColumnQuestion } from "./question.tsx";
import { RecordsFields } from "./records-fields.tsx";
import { useCheck } from "./use-check.ts";
import { useColumns } from "./use-columns.ts";
import { usePeopleFile } from "./use-people-file.ts";

export function PeopleStep() {
  const { draft, reading } = useDraft();
  return (
    <StepFrame step="people">
      <UploadForm
        form={usePeopleFile()}
        label={t.fileOfPeople()}
        empty={t.noFile()}
        kept={t.fileKept()}
        below={<ImportBoxes />}
      >
        {draft.people !== null && reading !== null && (
          <>
            <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t-2 border-rule pt-5 pb-10">
              <h2>{t.firstRows()}</h2>
              <PreviewTable reading={reading} columns={draft.people.columns} />
            </section>
            <QuestionSection reading={reading} />
            {draft.kind === "learn" && (
              <div className="border-t-2 border-rule pt-5 pb-10">
                <Fold label={t.ruleInForce()} isOpenAtFirst={draft.people.columns.some(isChance)} isLazy>
                  <ChanceQuestion reading={reading} />
                </Fold>
                <Fold label={t.pastRecords()} isLazy>
                  <p className="text-sm text-ink-2">{t.pastRecordsNote()}</p>
                  <RecordsFields />
                </Fold>
              </div>
            )}
            <ColumnsSection reading={reading} />
            <ProblemSection />
          </>
        )}
      </UploadForm>
    </StepFrame>
  );
}

/** All problems of the file by row and column: correct the file, or continue without those rows. */
function ProblemSection() {
  const { draft, change } = useDraft();
  const { check, isChecking, isFailed } = useCheck();
  const { people } = draft;
  if (people === null) return null;
  const problems = check?.problems ?? [];
  return (
    <Section title={t.errors()} note={problems.length > 0 && check?.wrong.canBeLeftOut && t.errorsNote()}>
      <p role="status" className="mb-3 text-sm text-ink-2">
        {isFailed ? t.notChecked() : isChecking ? t.checking() : check !== null && summary(check)}
      </p>
      {check !== null && problems.length > 0 && (
        <div className="grid gap-4">
          <LeaveOutRows
            problems={problems}
            wrong={check.wrong}
            isLeavingOut={people.withoutErrors}
            choose={(withoutErrors) => change({ people: { ...people, withoutErrors } })}
          />
        </div>
      )}
    </Section>
  );
}

type Check = NonNullable<ReturnType<typeof useCheck>["check"]>;

function summary({
  wrong: { errorCount: count, rowCount: rows },
  emptied,
  leftOut: { asOutliers },
}: Check): string {
  return [
    count === 0 ? t.everyRow() : t.errorsInRows({ errors: count, rows }),
    ...(asOutliers === 0 ? [] : [t.leftOutBeyond({ count: asOutliers })]),
    ...(emptied === 0 ? [] : [t.emptiedBeyond({ count: emptied })]),
  ].join(" ");
}

/**
 * Choice of the column with the outcome (in an audit, the chance) and of the one that identifies a person. No other
 * column may reveal them by accident.
 */
function QuestionSection({ reading }: { reading: PeopleReading }) {
  const { kind } = useDraft().draft;
  const { columns } = useColumns();
  return (
    <Section title={t.twoQuestions()} note={t.twoQuestionsNote()}>
      <div className="grid gap-6">
        {kind === "audit" ? <ChanceQuestion reading={reading} /> : <OutcomeQuestion reading={reading} />}
        <ColumnQuestion
          label={t.whichIdentifier()}
          hint={t.whichIdentifierHint()}
          none={t.noIdentifier()}
          use="identifier"
          reading={reading}
          proposals={columnsThat(columns, reading, (read) => looksLikeIdentifier(read, reading.rowCount))}
        />
      </div>
    </Section>
  );
}

function OutcomeQuestion({ reading }: { reading: PeopleReading }) {
  const { columns, setOne } = useColumns();
  const outcome = columns.find(({ role }) => role === "outcome");
  return (
    <ColumnQuestion
      label={t.whichOutcome()}
      hint={t.whichOutcomeHint()}
      none={t.noOutcome()}
      use="outcome"
      reading={reading}
      proposals={columnsThat(columns, reading, looksLikeOutcome)}
    >
      {outcome !== undefined && (
        <OutcomeWords
          column={outcome}
          words={reading.columns[outcome.source]?.words ?? []}
          set={(part) => setOne(outcome.source, part)}
        />
      )}
    </ColumnQuestion>
  );
}

/** Choice of the column with the chances of the rule in force: an audit judges it, another study is compared with it. */
function ChanceQuestion({ reading }: { reading: PeopleReading }) {
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
