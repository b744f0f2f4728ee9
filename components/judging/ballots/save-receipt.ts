import { saveFile } from "#components/ui/save-file.ts";
import * as t from "#messages/receipts.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";

/** Saves a receipt as a file. @returns a message for the user */
export async function saveReceipt(receipt: KeptReceipt): Promise<string> {
  const { receiptFile } = await import("#server/audit-log/receipts/file.ts");
  const { name, text } = receiptFile(receipt);
  saveFile(new Blob([text], { type: "application/octet-stream" }), name);
  return t.downloaded({ name, isSigned: receipt.proof !== null });
}
