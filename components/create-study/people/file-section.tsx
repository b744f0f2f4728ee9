"use client";

import { FileCheck, Upload } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { useDraft } from "../draft-context.tsx";
import { delimiterWords, encodingWords } from "./format-words.ts";
import { ImportBoxes } from "./import-boxes.tsx";
import { useUpload } from "./use-upload.ts";

/** The file: chosen or dropped, what it is, and how much of it can be imported. */
export function FileSection() {
  const { file, reading } = useDraft();
  const { upload, isBusy, refusal } = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen !== undefined) void upload(chosen);
    event.target.value = "";
  };
  const choose = () => input.current?.click();
  return (
    <Section
      title="File"
      note="CSV or TSV as it is, one person a row. Up to 100,000 rows, 200 columns, 20 MB."
    >
      <section
        aria-label="Drop a file here"
        className="grid gap-4"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const [dropped] = event.dataTransfer.files;
          if (dropped !== undefined) void upload(dropped);
        }}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.data,text/csv,text/tab-separated-values,text/plain"
          aria-label="File of people"
          className="sr-only"
          tabIndex={-1}
          onChange={take}
        />
        {file === null || reading === null ? (
          <Sheet ruled>
            <SheetBody className="grid justify-items-start gap-3 py-8">
              <h3 className="text-lg">No file yet</h3>
              <p className="max-w-measure text-ink-2">
                Choose a file or drop it here. Delimiter, header, quotes and encoding are detected and can be
                corrected. Nothing counts before you publish.
              </p>
              <Button look="act" onClick={choose} disabled={isBusy} className="mt-2">
                <Upload aria-hidden />
                {isBusy ? "Reading the file" : "Choose a file"}
              </Button>
            </SheetBody>
          </Sheet>
        ) : (
          <>
            <Sheet className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 px-5 py-4 md:grid-cols-[auto_minmax(0,1fr)_auto]">
              <FileCheck aria-hidden className="size-[1.125rem]" />
              <div>
                <b className="break-all">{file.name}</b>
                <p className="text-sm text-ink-2">
                  {grouped(reading.rowCount)} people, {reading.columns.length}{" "}
                  {reading.columns.length === 1 ? "column" : "columns"},{" "}
                  {delimiterWords[reading.format.delimiter].toLowerCase()},{" "}
                  {encodingWords[reading.format.encoding]}. Kept with this draft, removed when you publish.
                </p>
              </div>
              <Button small onClick={choose} disabled={isBusy} className="max-md:col-span-full">
                <Upload aria-hidden />
                {isBusy ? "Reading the file" : "Another file"}
              </Button>
            </Sheet>
            <ImportBoxes />
          </>
        )}
        <p role="status" className="sr-only">
          {isBusy ? "The file is being read." : ""}
        </p>
        {refusal && (
          <Notice tone="bad" live title="The file was not taken.">
            {refusal.message}
            {file !== null && " The earlier file is still here."}
          </Notice>
        )}
      </section>
    </Section>
  );
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}
