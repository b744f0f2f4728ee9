"use client";

import { FileCheck, Upload as UploadIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/files.ts";
import type { FormatChoices as Format } from "#server/study/reading.ts";
import { FormatFields } from "./format-choices.tsx";
import { useFileInput } from "./use-file-input.ts";
import type { Upload } from "./use-upload.ts";

/**
 * File input for choosing or dropping a file, with a description of the file. If the file was refused as a whole, it
 * offers another way to read it.
 */
export function FileDrop({
  label,
  upload: { upload, isBusy, refused },
  present,
  empty,
  kept,
  children,
}: {
  /** Name of the input. */
  label: string;
  upload: Upload;
  /** Name and description of the present file. */
  present: { name: string; words: string } | null;
  /** Instructions while there is no file. */
  empty: ReactNode;
  /** Where the file is stored, in a sentence. */
  kept: string;
  /** Shown below the present file. */
  children?: ReactNode;
}) {
  const { choose, areaProps, inputProps } = useFileInput(([file]) => file && void upload(file));
  return (
    <fieldset {...areaProps} aria-label={t.dropHere()} className="grid min-w-0 gap-4">
      <input
        {...inputProps}
        accept=".xlsx,.xlsm,.ods,.csv,.tsv,.txt,.data,text/csv,text/tab-separated-values,text/plain"
        aria-label={label}
      />
      {present === null ? (
        <Sheet ruled>
          <SheetBody className="grid justify-items-start gap-3 py-8">
            <h3 className="text-lg">{t.noFile()}</h3>
            <p className="max-w-measure text-ink-2">{empty}</p>
            <Button look="act" onClick={choose} disabled={isBusy} className="mt-2">
              <UploadIcon aria-hidden />
              {isBusy ? t.readingFile() : t.chooseFile()}
            </Button>
          </SheetBody>
        </Sheet>
      ) : (
        <>
          <Sheet className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 px-5 py-4 md:grid-cols-[auto_minmax(0,1fr)_auto]">
            <FileCheck aria-hidden className="size-[1.125rem]" />
            <div>
              <b className="wrap-anywhere">{present.name}</b>
              <p className="text-sm text-ink-2">{t.fileFacts({ facts: present.words, kept })}</p>
            </div>
            <Button small onClick={choose} disabled={isBusy} className="max-md:col-span-full">
              <UploadIcon aria-hidden />
              {isBusy ? t.readingFile() : t.anotherFile()}
            </Button>
          </Sheet>
          {children}
        </>
      )}
      <p role="status" className="sr-only">
        {isBusy ? t.readingFile() : ""}
      </p>
      {refused && <Refused refused={refused} isBusy={isBusy} hasEarlier={present !== null} />}
    </fieldset>
  );
}

/** A refused file, which need not be chosen again: it may only have been read in the wrong way. */
function Refused({
  refused: { name, refusal, retry },
  isBusy,
  hasEarlier,
}: {
  refused: NonNullable<Upload["refused"]>;
  isBusy: boolean;
  hasEarlier: boolean;
}) {
  const [format, setFormat] = useState<Format>({});
  return (
    <Notice tone="bad" live title={t.fileNotTaken({ name })}>
      {refusal.message}
      {hasEarlier && ` ${t.earlierFileKept()}`}
      {retry !== null && (
        <div className="mt-3 grid justify-items-start gap-3">
          <p>{t.readOtherwise()}</p>
          <FormatFields
            format={format}
            isBusy={isBusy}
            choose={(choice) => setFormat({ ...format, ...choice })}
          />
          <Button small busy={isBusy} onClick={() => void retry(format)}>
            {isBusy ? t.readingFile() : t.tryFormat()}
          </Button>
        </div>
      )}
    </Notice>
  );
}
