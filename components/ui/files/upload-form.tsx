"use client";

import type { ReactNode } from "react";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/files.ts";
import type { FormatChoices as Format, PeopleReading } from "#server/study/reading.ts";
import { FileDrop } from "./file-drop.tsx";
import { FormatFields } from "./format-choices.tsx";
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
        <Section title={t.format()} note={t.formatNote()}>
          <div className="grid gap-4">
            <FormatFields
              format={file.reading.format}
              isBusy={isRereading}
              // A correction reads the file again.
              choose={(choice) => change({ format: withChoice(choices.format, choice) })}
            />
            <p className="max-w-measure text-sm text-ink-2" role="status">
              {isRereading ? t.readingAgain() : sentences(file.reading)}
            </p>
            <Warnings warnings={file.reading.warnings} />
          </div>
        </Section>
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

/** Returns the format with another choice. Another sheet has a header of its own, which is detected. */
function withChoice(format: Format, choice: Format): Format {
  return choice.sheet === undefined ? { ...format, ...choice } : choice;
}

function Warnings({ warnings }: Pick<PeopleReading, "warnings">) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={t.checkThese({ count: warnings.length })}>
      <ul className="mt-1 grid list-disc gap-1 ps-5">
        {warnings.slice(0, 8).map(({ kind, row, column = 0, name = "" }) => (
          <li key={`${row} ${column}`}>{t.corrected({ kind, row, column, name })}</li>
        ))}
        {warnings.length > 8 && <li>{t.andMore({ count: warnings.length - 8 })}</li>}
      </ul>
    </Notice>
  );
}

/** Describes the detected format. */
function sentences({ format, skippedEmptyLines: emptyLines }: PeopleReading): string {
  const { why, row = 0, column = 0, cell = "" } = format.headerReason;
  const skipped = emptyLines === 0 ? [] : [t.emptyLines({ count: emptyLines })];
  const guesses = "guesses" in format ? format.guesses : [];
  const checks = guesses.map((guess) => t.formatGuess({ guess }));
  return [t.headerReason({ why, row, column, cell }), ...skipped, ...checks].join(" ");
}
