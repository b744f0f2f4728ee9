"use client";

import { UploadForm } from "#components/ui/files/upload-form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPeople.ts";
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
        label={t.fileOfPeople()}
        empty={t.noFurtherFile()}
        kept={t.furtherKept()}
        below={
          file?.before && (
            <Notice tone="warn" title={t.importedBefore()}>
              {t.importedBeforeWhy({ first: file.before.first, last: file.before.last })}
            </Notice>
          )
        }
      >
        {file !== null && choices !== null && (
          <Section title={t.columns()} note={t.furtherColumnsNote()}>
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
        <Section title={t.preview()} note={t.previewNote()}>
          <FurtherPreview form={form} />
        </Section>
      </UploadForm>
      <ImportPeople form={form} />
    </>
  );
}
