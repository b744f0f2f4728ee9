"use client";

import { FileSearch, Upload, X } from "lucide-react";
import { useState } from "react";
import { Bar } from "#components/ui/bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { useFileInput } from "#components/ui/files/use-file-input.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/verifier.ts";
import { formatSize } from "#server/format.ts";
import { trustedIn } from "#server/verifier/trust.ts";
import { ReportView } from "./report-view.tsx";
import { TrustedFields } from "./trusted-fields.tsx";
import { filesOf, type GivenFile, useFiles } from "./use-files.ts";
import { useVerification } from "./use-verification.ts";

/** Page that verifies files in this browser and reports the result in words. */
export function VerifyView() {
  const { files, add, remove } = useFiles();
  const { verification, start, cancel } = useVerification();
  const { choose, areaProps, inputProps } = useFileInput((given) => void add(given));
  const [record] = filesOf(files, "record");
  const [texts, setTexts] = useState({ beacons: "", witnesses: "" });
  const trusted = trustedIn(linesOf(texts.beacons), linesOf(texts.witnesses));
  const isRunning = verification.state === "running";

  function begin() {
    if (record === undefined || trusted === null) return;
    const [receipts, checkpoints] = [filesOf(files, "receipt"), filesOf(files, "checkpoint")];
    start({ record, receipts, checkpoints, trusted });
  }

  return (
    <section {...areaProps} aria-label={t.dropHere()} className="grid gap-6">
      <Sheet ruled>
        <SheetBody className="grid justify-items-start gap-4">
          <p className="max-w-measure">{t.dropNote({ b: (text) => <b>{text}</b> })}</p>
          <input {...inputProps} multiple aria-label={t.filesToVerify()} />
          {files.length > 0 && <FileRows files={files} remove={isRunning ? null : remove} />}
          <TrustedFields texts={texts} change={setTexts} isWrong={trusted === null} />
          <div className="flex flex-wrap gap-3">
            <Button onClick={choose} disabled={isRunning}>
              <Upload aria-hidden />
              {t.chooseFiles({ isFirst: files.length === 0 })}
            </Button>
            {files.length > 0 && !isRunning && (
              <Button look="act" disabled={record === undefined || trusted === null} onClick={begin}>
                <FileSearch aria-hidden />
                {t.verify()}
              </Button>
            )}
            {isRunning && (
              <Button onClick={cancel}>
                <X aria-hidden />
                {t.cancel()}
              </Button>
            )}
          </div>
          {files.length > 0 && record === undefined && <p className="text-sm text-ink-2">{t.noRecord()}</p>}
          {isRunning && (
            <Bar
              label={t.verifiedSoFar()}
              done={verification.byteCount}
              total={verification.total}
              words={t.progress({
                done: formatSize(verification.byteCount),
                total: formatSize(verification.total),
                entries: verification.entryCount,
              })}
            />
          )}
        </SheetBody>
      </Sheet>
      <div aria-live="polite" className="grid gap-6">
        {isRunning && <p className="sr-only">{t.verifying()}</p>}
        {verification.state === "failed" && (
          <Notice tone="bad" title={t.notVerified()}>
            {verification.why}
          </Notice>
        )}
        {verification.state === "done" && <ReportView report={verification.report} />}
      </div>
    </section>
  );
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** @param remove null while the files are being read */
function FileRows({
  files,
  remove,
}: {
  files: readonly GivenFile[];
  remove: ((file: GivenFile) => void) | null;
}) {
  return (
    <ul aria-label={t.files()} className="w-full border-t border-hair">
      {files.map((given) => (
        <li
          key={`${given.kind}/${given.file.name}`}
          className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hair py-2 text-sm"
        >
          <span className="min-w-0">
            <b>{t.fileKind({ kind: given.kind })}</b> <span className="wrap-anywhere">{given.file.name}</span>
            , <span className="text-ink-2 tabular-nums">{formatSize(given.file.size)}</span>
          </span>
          {remove !== null && (
            <Button small onClick={() => remove(given)}>
              <X aria-hidden />
              {t.removeFile({
                name: given.file.name,
                more: (text) => <span className="sr-only">{text}</span>,
              })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
