"use client";

import { CircleCheck, Hourglass, SearchCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/receipts.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";
import { CheckFile } from "./check-file.tsx";
import type { ReceiptOwner } from "./kept-receipts.ts";
import { LogProgressWords } from "./log-progress.tsx";
import { type Kept, useKept } from "./use-kept.ts";
import { useLogCheck } from "./use-log-check.ts";
import { VoteAnswers } from "./vote-answers.tsx";

/** Compares the current log with what this device stored when the ballot was sealed, or with a receipt file. */
export function CheckVote({
  owner,
  seq,
  witnessCount,
}: {
  owner: ReceiptOwner;
  /** Entry of the ballot that counts. */
  seq: number;
  witnessCount: number;
}) {
  const kept = useKept(owner, witnessCount);
  const { receipts } = kept;
  const [report, setReport] = useState<VoteReport | null>(null);
  const { isPending, isError, progress, mutate } = useLogCheck(owner.studyId);
  const mine = receipts?.find((receipt) => receipt.seq === seq);

  const check = (receipt: KeptReceipt) =>
    mutate(
      { receipts: [receipt], own: receipts ?? [] },
      { onSuccess: (reports) => setReport(reports.get(seq) ?? null) },
    );

  const hasStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once, if the link to this page requests it
  useEffect(() => {
    if (mine === undefined || hasStarted.current || location.hash !== "#check") return;
    hasStarted.current = true;
    check(mine);
  }, [mine]);

  return (
    <Section id="check" title={t.checkMyVote()} note={t.checkNote()}>
      {receipts !== null && mine === undefined && (
        <p className="mb-4 text-sm text-ink-2">{t.noReceiptHere()}</p>
      )}
      {mine !== undefined && (
        <div className="grid justify-items-start gap-4">
          <ReceiptProgress kept={kept} receipt={mine} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button busy={isPending} onClick={() => check(mine)}>
              <SearchCheck aria-hidden />
              {isPending ? t.readingLog() : report === null ? t.checkMyVote() : t.checkAgain()}
            </Button>
            <LogProgressWords progress={progress} />
          </div>
        </div>
      )}
      <div role="status" className="mt-4 grid gap-4">
        {isError && <Notice tone="bad" title={t.logUnreadable()} />}
        {report !== null && <VoteAnswers report={report} />}
      </div>
      <div className="mt-2">
        <CheckFile studyId={owner.studyId} own={receipts ?? []} />
      </div>
    </Section>
  );
}

/**
 * Progress of a receipt: its parts are stored when it is sealed, the server's signature follows when the round ends.
 */
function ReceiptProgress({ kept, receipt: { seq, proof } }: { kept: Kept; receipt: KeptReceipt }) {
  const { asking, isOffline } = kept;
  const trouble = kept.troubles.get(seq);
  if (trouble !== undefined) {
    return (
      <Notice tone="bad" live title={t.noProof()}>
        {t.noProofNote({ trouble })}
      </Notice>
    );
  }
  const state = proof !== null ? "complete" : asking > 0 ? "asking" : isOffline ? "offline" : "open";
  const Icon = state === "complete" ? CircleCheck : Hourglass;
  return (
    <p className="flex max-w-measure items-start gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 flex-none text-ink-3" />
      {t.progress({ state })}
    </p>
  );
}
