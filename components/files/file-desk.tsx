"use client";

import type { ReactNode } from "react";
import { refusalOf } from "#components/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { FormatChoices as Format, PeopleReading } from "#server/draft/reading.ts";
import { FileDrop } from "./file-drop.tsx";
import { FormatChoices } from "./format-choices.tsx";
import { largestTable, tableInWords } from "./format-words.ts";
import type { Upload } from "./use-upload.ts";

type Desk = {
  readonly upload: Upload;
  readonly view: { readonly file: { readonly name: string; readonly reading: PeopleReading } | null };
  readonly choices: { readonly format: Format } | null;
  readonly change: (part: { format: Format }) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
};

/** A file of a published study: uploaded, understood, previewed. What is asked about its columns comes with the kind. */
export function FileDesk({
  desk: { upload, view, choices, change, isBusy, error },
  label,
  empty,
  kept,
  warning,
  columns,
  previewNote,
  preview,
}: {
  desk: Desk;
  /** What the input is called. */
  label: string;
  /** What to do, while there is no file. */
  empty: string;
  /** Where the file stays, in a sentence. */
  kept: string;
  /** What speaks against this very file. */
  warning?: ReactNode;
  /** Sections about its columns. */
  columns: ReactNode;
  previewNote: string;
  preview: ReactNode;
}) {
  const { file } = view;
  return (
    <>
      <Section title="File" note={`CSV or TSV, one person a row. Up to ${largestTable}.`}>
        <FileDrop
          label={label}
          upload={upload}
          present={file && { name: file.name, words: tableInWords(file.reading) }}
          empty={empty}
          kept={kept}
        >
          {warning}
        </FileDrop>
      </Section>
      {file !== null && choices !== null && (
        <>
          <Section title="How it is written" note="Detected. Correct it if the columns below look wrong.">
            <FormatChoices
              format={file.reading.format}
              isBusy={isBusy}
              choose={(choice) => change({ format: { ...choices.format, ...choice } })}
            />
          </Section>
          {columns}
        </>
      )}
      {error !== null && (
        <Notice tone="bad" live title={refusalOf(error).message} className="mb-8">
          The file is read as before.
        </Notice>
      )}
      {file !== null && (
        <Section title="Preview" note={previewNote}>
          {preview}
        </Section>
      )}
    </>
  );
}
