"use client";

import type { ReactNode } from "react";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { FormatChoices as Format, PeopleReading } from "#server/study/reading.ts";
import { FileDrop } from "./file-drop.tsx";
import { FormatSection } from "./format-section.tsx";
import { largestTable, tableInWords } from "./format-words.ts";
import type { Upload } from "./use-upload.ts";

/** A file as its desk shows it, whoever keeps it and what was decided about it. */
export type Desk = {
  readonly upload: Upload;
  readonly view: { readonly file: { readonly name: string; readonly reading: PeopleReading } | null };
  readonly choices: { readonly format: Format } | null;
  readonly change: (part: { format: Format }) => void;
  /** Since how it is written was corrected. */
  readonly isRereading: boolean;
  readonly error: unknown;
};

/** A file of people or of outcomes: uploaded and understood. What is asked about its columns comes with the kind. */
export function UploadForm({
  desk: { upload, view, choices, change, isRereading, error },
  label,
  empty,
  kept,
  below,
  children,
}: {
  desk: Desk;
  /** What the input is called. */
  label: string;
  /** What to do, while there is no file. */
  empty: string;
  /** Where the file stays, in a sentence. */
  kept: string;
  /** What is to be said of this very file. */
  below?: ReactNode;
  /** Sections about its columns, and what using it would do. */
  children: ReactNode;
}) {
  const { file } = view;
  return (
    <>
      <Section title="File" note={`CSV or TSV as it is, one person a row. Up to ${largestTable}.`}>
        <FileDrop
          label={label}
          upload={upload}
          present={file && { name: file.name, words: tableInWords(file.reading) }}
          empty={empty}
          kept={kept}
        >
          {below}
        </FileDrop>
      </Section>
      {file !== null && choices !== null && (
        <FormatSection
          reading={file.reading}
          isRereading={isRereading}
          choose={(choice) => change({ format: { ...choices.format, ...choice } })}
        />
      )}
      {error !== null && (
        <Notice tone="bad" live title={refusalOf(error).message} className="mb-8">
          The file is read as before.
        </Notice>
      )}
      {file !== null && choices !== null && children}
    </>
  );
}
