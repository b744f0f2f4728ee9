import { saveFile } from "#components/ui/save-file.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";

/** Saves a receipt as a file. @returns a message for the user */
export async function saveReceipt(receipt: KeptReceipt): Promise<string> {
  const { receiptFile } = await import("#server/audit-log/receipts/file.ts");
  const { name, text } = receiptFile(receipt);
  saveFile(new Blob([text], { type: "application/octet-stream" }), name);
  const kept = `Downloaded as ${name}. It holds your verdicts`;
  return receipt.proof === null
    ? `${kept}, so keep it to yourself while the round is open. The server’s signature is not in it yet.`
    : `${kept} and the server’s signature.`;
}
