"use client";

import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import * as t from "#messages/receipts.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { type ReceiptFacts, receiptText } from "#server/audit-log/receipts/text.ts";

/**
 * Buttons to copy and download a receipt. The file holds everything this device stored, including the verdicts and
 * the values that open their commitments.
 */
export function ReceiptActions({ facts, accountId }: { facts: ReceiptFacts; accountId: string }) {
  const [said, say] = useState("");

  async function copy() {
    try {
      await navigator.clipboard.writeText(receiptText(facts));
      say(t.copied());
    } catch {
      // Refused by the browser, for example without a secure connection.
      say(t.cannotCopy());
    }
  }

  async function download() {
    const { findReceipt } = await import("./kept-receipts.ts");
    const kept = await findReceipt({ studyId: facts.study, accountId }, facts.seq);
    say(kept === undefined ? t.noFile() : await saveReceipt(kept));
  }

  return (
    <div className="flex flex-wrap items-center gap-3 p-4 md:px-6">
      <Button onClick={copy}>
        <Copy aria-hidden />
        {t.copy()}
      </Button>
      <Button onClick={download}>
        <Download aria-hidden />
        {t.download()}
      </Button>
      <p role="status" className="text-sm text-ink-2">
        {said}
      </p>
    </div>
  );
}

/** Saves a receipt as a file. @returns a message for the user */
async function saveReceipt(receipt: KeptReceipt): Promise<string> {
  const { receiptFile } = await import("#server/audit-log/receipts/file.ts");
  const { name, text } = receiptFile(receipt);
  saveFile(new Blob([text], { type: "application/octet-stream" }), name);
  return t.downloaded({ name, isSigned: receipt.proof !== null });
}
