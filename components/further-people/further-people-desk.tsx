"use client";

import { refusalOf } from "#components/api/refusal.ts";
import { FileDrop } from "#components/files/file-drop.tsx";
import { FormatChoices } from "#components/files/format-choices.tsx";
import { useUpload } from "#components/files/use-upload.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import { ColumnMatches } from "./column-matches.tsx";
import { FurtherPreview } from "./further-preview.tsx";
import { ImportFile } from "./import-file.tsx";
import { useFurtherPeople } from "./use-further-people.ts";

/** More people for a published study: uploaded, matched to its columns, previewed, confirmed. */
export function FurtherPeopleDesk({
  studyId,
  initial,
}: {
  studyId: string;
  initial: Outputs["people"]["file"];
}) {
  const desk = useFurtherPeople(studyId, initial);
  const upload = useUpload({ studyId, kind: "further-people" }, desk.reload);
  const { file, choices, change, columns, identifiers } = desk;
  return (
    <>
      <Section title="File" note="CSV or TSV, one person a row. Up to 100,000 rows, 200 columns, 20 MB.">
        <FileDrop
          label="File of people"
          upload={upload}
          present={file}
          empty="Choose a file or drop it here. It needs the columns that the study has; their order does not matter. Nothing counts before you confirm."
          kept="Removed once it is imported."
        >
          {file?.before && (
            <Notice tone="warn" title="This very file was imported already.">
              Its people are {file.before.first} to {file.before.last}. Importing it again makes them stand in
              the study twice.
            </Notice>
          )}
        </FileDrop>
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
          <Section
            title="Columns"
            note="For each column of the study, the one of this file. Found by their names. Other columns of the file are not taken."
          >
            <ColumnMatches
              reading={file.reading}
              columns={columns}
              identifiers={identifiers}
              choices={choices}
              change={change}
            />
          </Section>
        </>
      )}
      {desk.error && (
        <Notice tone="bad" live title={refusalOf(desk.error).message} className="mb-8">
          The file is read as before.
        </Notice>
      )}
      {file !== null && (
        <Section title="Preview" note="Nobody is imported yet.">
          <FurtherPreview studyId={studyId} desk={desk} />
        </Section>
      )}
      <ImportFile studyId={studyId} desk={desk} />
    </>
  );
}
