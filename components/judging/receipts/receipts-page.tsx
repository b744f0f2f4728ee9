"use client";

import { SearchCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { CheckFile } from "#components/judging/ballots/check-file.tsx";
import type { ReceiptOwner } from "#components/judging/ballots/kept-receipts.ts";
import { LogProgressWords } from "#components/judging/ballots/log-progress.tsx";
import { useKept } from "#components/judging/ballots/use-kept.ts";
import { useLogCheck } from "#components/judging/ballots/use-log-check.ts";
import { failuresOf, ReportAdvice } from "#components/judging/ballots/vote-answers.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ListState } from "#components/ui/list-state.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/receipts.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";
import { ReceiptTable } from "./receipt-table.tsx";
import { arrangedReceipts, type BallotPage } from "./rows.ts";

/** Page of the viewer's own receipts, which can all be checked in one step. */
export function ReceiptsView({
  owner,
  page,
  witnessCount,
  state,
  mayReadLog,
}: {
  owner: ReceiptOwner;
  page: BallotPage;
  witnessCount: number;
  state: ListState;
  mayReadLog: boolean;
}) {
  const { receipts, troubles, asking, isOffline } = useKept(owner, witnessCount);
  const [reports, setReports] = useState<ReadonlyMap<number, VoteReport>>(new Map());
  const { isPending, isError, progress, mutate } = useLogCheck(owner.studyId);
  const kept = receipts ?? [];
  const arranged = useMemo(() => arrangedReceipts(page, receipts ?? [], state), [page, receipts, state]);
  const failed = [...reports.values()].filter((report) => failuresOf(report).length > 0).length;

  if (arranged.total === 0 && kept.length === 0) {
    return <p className="max-w-measure">{t.noBallotYet()}</p>;
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayReadLog && kept.length > 0 && (
          <Button
            look="act"
            busy={isPending}
            onClick={() => mutate({ receipts: kept, own: kept }, { onSuccess: (all) => setReports(all) })}
          >
            <SearchCheck aria-hidden />
            {isPending ? t.readingLog() : t.checkAll()}
          </Button>
        )}
        <LogProgressWords progress={progress} />
        <p role="status" className="text-sm text-ink-2">
          {statusOf({ isLooking: receipts === null, asking, isOffline, checked: reports.size, failed })}
        </p>
      </div>
      <div className="mb-4 grid gap-4 empty:hidden">
        {isError && <Notice tone="bad" live title={t.logUnreadable()} />}
        {failed > 0 && <ReportAdvice />}
        {!mayReadLog && (
          <Notice tone="info" title={t.onlyAuditors()}>
            {t.onlyAuditorsNote()}
          </Notice>
        )}
      </div>
      <ReceiptTable studyId={owner.studyId} {...{ state, arranged, troubles, reports }} />
      {mayReadLog && (
        <div className="mt-10">
          <Section title={t.fromFile()}>
            <CheckFile studyId={owner.studyId} own={kept} />
          </Section>
        </div>
      )}
    </>
  );
}

function statusOf({
  isLooking,
  asking,
  isOffline,
  checked,
  failed,
}: {
  isLooking: boolean;
  asking: number;
  isOffline: boolean;
  checked: number;
  failed: number;
}): string {
  if (isLooking) return t.looking();
  if (asking > 0) return t.askingFor({ count: asking });
  if (isOffline) return t.serverNotAsked();
  return checked === 0 ? "" : t.checkedCount({ count: checked, failed });
}
