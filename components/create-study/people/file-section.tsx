"use client";

import { FileDrop } from "#components/files/file-drop.tsx";
import { largestTable, tableInWords } from "#components/files/format-words.ts";
import { useUpload } from "#components/files/use-upload.ts";
import { Section } from "#components/ui/sheet.tsx";
import { useDraft } from "../draft-context.tsx";
import { ImportBoxes } from "./import-boxes.tsx";

/** The file, and how much of it can be imported. */
export function FileSection() {
  const { studyId, file, reading, flush, reload } = useDraft();
  const save = async () => (await flush()) !== null;
  const upload = useUpload({ studyId, kind: "people" }, reload, save);
  return (
    <Section title="File" note={`CSV or TSV as it is, one person a row. Up to ${largestTable}.`}>
      <FileDrop
        label="File of people"
        upload={upload}
        present={file === null || reading === null ? null : { name: file.name, words: tableInWords(reading) }}
        empty="Choose a file or drop it here. Delimiter, header, quotes and encoding are detected and can be corrected. Nothing counts before you publish."
        kept="Kept with this draft, removed when you publish."
      >
        <ImportBoxes />
      </FileDrop>
    </Section>
  );
}
