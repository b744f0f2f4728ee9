"use client";

import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { Fold } from "#components/ui/fold.tsx";
import * as t from "#messages/setupPeople.ts";
import { isChance } from "#server/study/columns.ts";
import { useDraft } from "../draft-context.tsx";
import { RecordsFields } from "../start/records-fields.tsx";
import { StepFrame } from "../step-frame.tsx";
import { ChanceQuestion } from "./chance-question.tsx";
import { ColumnsSection } from "./columns-section.tsx";
import { ImportBoxes } from "./import-boxes.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { ProblemSection } from "./problem-section.tsx";
import { QuestionSection } from "./question-section.tsx";
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
