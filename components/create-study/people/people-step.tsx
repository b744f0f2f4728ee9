"use client";

import { useDraft } from "../draft-context.tsx";
import { StepFrame } from "../step-frame.tsx";
import { ColumnsSection } from "./columns-section.tsx";
import { FileSection } from "./file-section.tsx";
import { FormatSection } from "./format-section.tsx";
import { NumberSection } from "./number-section.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { ProblemSection } from "./problem-section.tsx";
import { QuestionSection } from "./question-section.tsx";

export function PeopleStep() {
  const { draft, reading } = useDraft();
  return (
    <StepFrame step="people">
      <FileSection />
      {draft.people !== null && reading !== null && (
        <>
          <FormatSection reading={reading} />
          <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t-2 border-rule pt-5 pb-10">
            <div>
              <h2>First rows</h2>
              <p className="mt-1 max-w-measure text-sm text-ink-2">
                As they are taken, in the order of the cards.
              </p>
            </div>
            <PreviewTable reading={reading} columns={draft.people.columns} />
          </section>
          <QuestionSection reading={reading} />
          <ColumnsSection reading={reading} />
          <NumberSection reading={reading} />
          <ProblemSection />
        </>
      )}
    </StepFrame>
  );
}
