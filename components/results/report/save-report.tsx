"use client";

import { Printer } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { FileDownload } from "#components/ui/downloads/file-download.tsx";
import * as t from "#messages/report.ts";
import type { ReportKind } from "#server/study/report-forms.ts";

/** Keeps a report: on paper, as one HTML file that needs no network, or as PDF where the server makes it. */
export function SaveReport({
  address,
  kind,
  hasPdf,
}: {
  /** Where the report's files are. */
  address: string;
  kind: ReportKind;
  hasPdf: boolean;
}) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => print()}>
          <Printer aria-hidden /> {t.print()}
        </Button>
        <FileDownload href={`${address}/report.html?show=${kind}`}>{t.save()}</FileDownload>
        {hasPdf && <FileDownload href={`${address}/report.pdf?show=${kind}`}>{t.savePdf()}</FileDownload>}
      </div>
      {!hasPdf && <p className="text-sm text-ink-2">{t.noPdf()}</p>}
    </div>
  );
}
