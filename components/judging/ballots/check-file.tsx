"use client";

import { Button } from "#components/ui/button.tsx";
import { useFileInput } from "#components/ui/files/use-file-input.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useTask } from "#components/ui/use-task.ts";
import * as t from "#messages/receipts.ts";
import { LogError } from "#server/audit-log/errors.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { formatNumber } from "#server/format.ts";
import { logErrorWords } from "#server/verifier/log-error-words.ts";
import { LogProgressWords } from "./log-progress.tsx";
import { useLogCheck } from "./use-log-check.ts";
import { VoteAnswers } from "./vote-answers.tsx";

/** Checks a receipt from a file that is chosen or dropped here. The file is not sent anywhere. */
export function CheckFile({ studyId, own }: { studyId: string; own: readonly KeptReceipt[] }) {
  const { progress, mutateAsync: check } = useLogCheck(studyId);
  const {
    data: checked,
    error,
    variables: file,
    isPending,
    mutate,
  } = useTask(async (given: File) => {
    const receipt = await receiptIn(studyId, given);
    const report = (await check({ receipts: [receipt], own })).get(receipt.seq);
    return report && { receipt, report };
  });
  const failure = error && failureOf(file.name, error);
  const { choose, areaProps, inputProps } = useFileInput(([given]) => given && mutate(given));

  return (
    <section
      {...areaProps}
      aria-label={t.dropHere()}
      className="grid justify-items-start gap-3 border border-dashed border-edge p-4"
    >
      <p className="max-w-measure text-sm text-ink-2">{t.dropNote()}</p>
      <input {...inputProps} accept=".tlog-proof,.json" aria-label={t.receiptFile()} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button small busy={isPending} onClick={choose}>
          {isPending ? t.readingLog() : t.chooseFile()}
        </Button>
        <LogProgressWords progress={progress} />
      </div>
      <div role="status" className="grid w-full gap-4 empty:-mt-3">
        {failure && (
          <Notice tone="bad" title={failure.title}>
            {failure.why}
          </Notice>
        )}
        {checked && (
          <>
            <p className="text-sm">
              {t.checkedFile({
                name: file.name,
                round: checked.receipt.round,
                entry: formatNumber(checked.receipt.seq),
                b: (text) => <b className="wrap-anywhere">{text}</b>,
              })}
            </p>
            <VoteAnswers report={checked.report} />
          </>
        )}
      </div>
    </section>
  );
}

/** Error for a file that cannot be read as a receipt, with a message for the user. */
class NoReceipt extends Error {
  override readonly name = "NoReceipt";
}

/** Reads a receipt from a file. @throws NoReceipt; LogError for a file that is damaged or forged */
async function receiptIn(studyId: string, file: File): Promise<KeptReceipt> {
  const { readReceiptFile } = await import("#server/audit-log/receipts/file.ts");
  const receipt = readReceiptFile(await file.text());
  if (receipt.study !== studyId) throw new NoReceipt(t.otherStudy());
  return receipt;
}

function failureOf(name: string, error: unknown) {
  if (error instanceof LogError) {
    return { title: t.damaged({ name }), why: t.damagedNote({ why: logErrorWords(error) }) };
  }
  if (error instanceof NoReceipt) return { title: t.wasNotChecked({ name }), why: error.message };
  return { title: t.logUnreadableTitle(), why: t.tryAgain() };
}
