"use client";

import { Download } from "lucide-react";
import { refusalOf } from "#components/api/refusal.ts";
import { FileDrop } from "#components/files/file-drop.tsx";
import { FormatChoices } from "#components/files/format-choices.tsx";
import { useUpload } from "#components/files/use-upload.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import { ColumnChoices } from "./column-choices.tsx";
import { MeaningTable } from "./meaning-table.tsx";
import { OutcomesPreview } from "./outcomes-preview.tsx";
import { RecordFile } from "./record-file.tsx";
import { useOutcomesFile } from "./use-outcomes-file.ts";

/** Outcomes of many people from a file: uploaded, understood, previewed, confirmed. */
export function OutcomesDesk({
  studyId,
  initial,
}: {
  studyId: string;
  initial: Outputs["outcomes"]["file"];
}) {
  const desk = useOutcomesFile(studyId, initial);
  const upload = useUpload({ studyId, kind: "outcomes-file" }, desk.reload);
  const { file, choices, change, identifiers, check } = desk;
  const column = choices?.outcome == null ? undefined : file?.reading.columns[choices.outcome];
  return (
    <>
      <Section title="The list" note="Everybody of all closed rounds, with what is recorded so far.">
        <div className="grid max-w-measure justify-items-start gap-4">
          <p>
            Fill in its last column for people who were picked: yes, no, or lost if it will stay unknown.
            Leave it empty where nothing is known yet. How it would have gone for the others will never be
            known.
          </p>
          <a className={buttonClass()} href={`/api/studies/${studyId}/decisions`} download>
            <Download aria-hidden /> Download all decisions (CSV)
          </a>
        </div>
      </Section>
      <Section title="File" note="CSV or TSV, one person a row. Up to 100,000 rows, 200 columns, 20 MB.">
        <FileDrop
          label="File of outcomes"
          upload={upload}
          present={file}
          empty="Choose a file or drop it here. It needs a column that names the person and one with the outcome. Nothing counts before you confirm."
          kept="Removed once it is recorded."
        />
      </Section>
      {file !== null && choices !== null && (
        <>
          <Section title="How it is written" note="Detected. Correct it if the columns below look wrong.">
            <FormatChoices
              format={file.reading.format}
              isBusy={desk.isBusy}
              choose={(choice) => change({ format: { ...choices.format, ...choice } })}
            />
          </Section>
          <Section title="Columns" note="Found by their names. Correct them if they are not what you mean.">
            <ColumnChoices
              reading={file.reading}
              identifiers={identifiers}
              choices={choices}
              change={change}
            />
          </Section>
          {column !== undefined && (
            <Section title="Words" note="Each different word of the column and what it will mean.">
              <MeaningTable
                column={column}
                meanings={choices.meanings}
                change={(meanings) => change({ meanings })}
              />
            </Section>
          )}
        </>
      )}
      {desk.error && (
        <Notice tone="bad" live title={refusalOf(desk.error).message} className="mb-8">
          The file is read as before.
        </Notice>
      )}
      {file !== null && (
        <Section title="Preview" note="Nothing is recorded yet.">
          <OutcomesPreview studyId={studyId} check={check} />
        </Section>
      )}
      <RecordFile studyId={studyId} desk={desk} />
    </>
  );
}
