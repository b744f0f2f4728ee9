"use client";

import { Download } from "lucide-react";
import { buttonClass } from "#components/ui/button.tsx";
import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/outcomes.ts";
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
      <Section title={t.list()} note={t.listNote()}>
        <div className="grid max-w-measure justify-items-start gap-4">
          <p>{t.listText()}</p>
          <a className={buttonClass()} href={`/api/studies/${studyId}/decisions`} download>
            <Download aria-hidden /> {t.downloadAll()}
          </a>
        </div>
      </Section>
      <UploadForm form={form} label={t.file()} empty={t.fileNote()} kept={t.fileKept()}>
        {reading !== undefined && choices !== null && (
          <Section title={t.columns()} note={t.columnsNote()}>
            <ColumnChoices
              reading={reading}
              identifiers={view.identifiers}
              choices={choices}
              change={change}
            />
          </Section>
        )}
        {column !== undefined && choices !== null && (
          <Section title={t.words()} note={t.wordsNote()}>
            <MeaningTable
              column={column}
              meanings={choices.meanings}
              change={(meanings) => change({ meanings })}
            />
          </Section>
        )}
        <Section title={t.preview()} note={t.previewNote()}>
          <OutcomesPreview form={form} />
        </Section>
      </UploadForm>
      <RecordOutcomes form={form} />
    </>
  );
}
