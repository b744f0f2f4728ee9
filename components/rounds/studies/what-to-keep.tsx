import type { ReactNode } from "react";
import { FileDownload } from "#components/ui/downloads/file-download.tsx";
import { Link } from "#components/ui/link.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { dataAddress, dataFileAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/studyEnd.ts";

/** What an operator keeps of a study that has ended, the most important first, each with the way to it. */
export function WhatToKeep({
  studyId,
  zip,
  seq,
  isAudit,
}: {
  studyId: string;
  /** The name of the zip of all files. */
  zip: string;
  /** The last entry of the log. */
  seq: number;
  /** An audit makes no decisions. */
  isAudit: boolean;
}) {
  const files = `/api/studies/${studyId}`;
  return (
    <Section title={t.keep()} note={t.keepNote()}>
      <Sheet ruled>
        <ol>
          <Kept what={t.record()} why={t.recordWhy()}>
            <FileDownload href={`${files}/record`} asks>
              {t.toRecord()}
            </FileDownload>
          </Kept>
          <Kept what={t.checkpoint()} why={t.checkpointWhy()}>
            <Link href={`${dataAddress(studyId)}#checkpoints`}>{t.toCheckpoint()}</Link>
          </Kept>
          {!isAudit && (
            <Kept what={t.decisions()} why={t.decisionsWhy()}>
              <a href={`${files}/decisions`} download>
                {t.toDecisions()}
              </a>
            </Kept>
          )}
          <Kept what={t.zip()} why={t.zipWhy()}>
            <FileDownload href={dataFileAddress(studyId, zip, seq)} asks>
              {t.toZip()}
            </FileDownload>
          </Kept>
          <Kept what={t.backup()} why={t.backupWhy()}>
            <Link href="/docs/operations#backup">{t.toBackup()}</Link>
          </Kept>
        </ol>
      </Sheet>
    </Section>
  );
}

function Kept({ what, why, children }: { what: string; why: string; children: ReactNode }) {
  return (
    <li className="grid gap-2 border-t border-hair px-4 py-4 first:border-t-0 md:px-6">
      <h3>{what}</h3>
      <p className="max-w-measure text-sm text-ink-2">{why}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
