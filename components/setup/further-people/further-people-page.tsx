"use client";

import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/http/outputs.ts";
import { ColumnMatches } from "./column-matches.tsx";
import { FurtherPreview } from "./further-preview.tsx";
import { ImportPeople } from "./import-people.tsx";
import { useFurtherPeople } from "./use-further-people.ts";

/** Page that adds people to a published study: upload, columns, preview, confirmation. */
export function FurtherPeopleView({
  studyId,
  initial,
}: {
  studyId: string;
  initial: Outputs["people"]["file"]["read"];
}) {
  const form = useFurtherPeople(studyId, initial);
  const { view, choices, change } = form;
  const { file } = view;
  return (
    <>
      <UploadForm
        form={form}
        label="File of people"
        empty="Choose a file or drop it here. It needs the columns that the study has; their order does not matter. Nothing counts before you confirm."
        kept="Removed once it is imported."
        below={
          file?.before && (
            <Notice tone="warn" title="This very file was imported already.">
              Its people are {file.before.first} to {file.before.last}. Importing it again makes them stand in
              the study twice.
            </Notice>
          )
        }
      >
        {file !== null && choices !== null && (
          <Section
            title="Columns"
            note="For each column of the study, the one of this file. Found by their names. Other columns of the file are not taken."
          >
            <ColumnMatches
              reading={file.reading}
              columns={view.columns}
              identifiers={view.identifiers}
              file={view.readAs}
              choices={choices}
              change={change}
            />
          </Section>
        )}
        <Section title="Preview" note="Nobody is imported yet.">
          <FurtherPreview form={form} />
        </Section>
      </UploadForm>
      <ImportPeople form={form} />
    </>
  );
}
