"use client";

import type { ReactNode } from "react";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/files.ts";
import type { FormatChoices as Format, PeopleReading } from "#server/study/reading.ts";
import { FileDrop } from "./file-drop.tsx";
import { FormatSection } from "./format-section.tsx";
import { fileNote, tableInWords } from "./format-words.ts";
import type { Upload } from "./use-upload.ts";

/** State of an uploaded file and of the choices about it, wherever they are stored. */
export type UploadFormState = {
  readonly upload: Upload;
  readonly view: { readonly file: { readonly name: string; readonly reading: PeopleReading } | null };
  readonly choices: { readonly format: Format } | null;
  readonly change: (part: { format: Format }) => void;
  /** Whether the file is being read again after its format was corrected. */
  readonly isRereading: boolean;
  readonly error: unknown;
};

/** Form for a file of people or of outcomes: upload and format. The questions about its columns depend on the kind. */
export function UploadForm({
  form: { upload, view, choices, change, isRereading, error },
  label,
  empty,
  kept,
  below,
  children,
}: {
  form: UploadFormState;
  /** Name of the input. */
  label: string;
  /** Instructions while there is no file. */
  empty: string;
  /** Where the file is stored, in a sentence. */
  kept: string;
  /** Shown below the file, about this file. */
  below?: ReactNode;
  /** Sections about its columns, and the effect of using it. */
  children: ReactNode;
}) {
  const { file } = view;
  return (
    <>
      <Section title={t.file()} note={fileNote()}>
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
          {t.readAsBefore()}
        </Notice>
      )}
      {file !== null && choices !== null && children}
    </>
  );
}
