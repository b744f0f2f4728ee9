"use client";

import { Download } from "lucide-react";
import { buttonClass } from "#components/ui/button.tsx";
import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/http/outputs.ts";
import { ColumnChoices } from "./column-choices.tsx";
import { MeaningTable } from "./meaning-table.tsx";
import { OutcomesPreview } from "./outcomes-preview.tsx";
import { RecordOutcomes } from "./record-outcomes.tsx";
import { useUploadedOutcomes } from "./use-uploaded-outcomes.ts";

/** Page for outcomes of many people from a file: upload, columns, preview, confirmation. */
export function OutcomesView({
  studyId,
  initial,
}: {
  studyId: string;
  initial: Outputs["outcomes"]["file"]["read"];
}) {
  const form = useUploadedOutcomes(studyId, initial);
  const { view, choices, change } = form;
  const reading = view.file?.reading;
  const column = choices?.outcome == null ? undefined : reading?.columns[choices.outcome];
  return (
    <>
      <Section title="The list" note="Everybody of all closed rounds, with what is recorded so far.">
        <div className="grid max-w-measure justify-items-start gap-4">
          <p>
            Fill in its last column for people who were picked: yes, no, or lost if it stays unknown. Leave it
            empty where nothing is known yet. How it would have gone for the others will never be known.
          </p>
          <a className={buttonClass()} href={`/api/studies/${studyId}/decisions`} download>
            <Download aria-hidden /> Download all decisions (CSV)
          </a>
        </div>
      </Section>
      <UploadForm
        form={form}
        label="File of outcomes"
        empty="Choose a file or drop it here. It needs a column that names the person and one with the outcome. Nothing counts before you confirm."
        kept="Removed once it is recorded."
      >
        {reading !== undefined && choices !== null && (
          <Section title="Columns" note="Found by their names. Correct them if they are not what you mean.">
            <ColumnChoices
              reading={reading}
              identifiers={view.identifiers}
              choices={choices}
              change={change}
            />
          </Section>
        )}
        {column !== undefined && choices !== null && (
          <Section title="Words" note="Each different word of the column and what it means.">
            <MeaningTable
              column={column}
              meanings={choices.meanings}
              change={(meanings) => change({ meanings })}
            />
          </Section>
        )}
        <Section title="Preview" note="Nothing is recorded yet.">
          <OutcomesPreview form={form} />
        </Section>
      </UploadForm>
      <RecordOutcomes form={form} />
    </>
  );
}
