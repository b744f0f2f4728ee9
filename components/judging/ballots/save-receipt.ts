import { saveFile } from "#components/ui/save-file.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";

/** Saves a receipt as a file. @returns a message for the user */
export async function saveReceipt(receipt: KeptReceipt): Promise<string> {
  const { receiptFile } = await import("#server/audit-log/receipts/file.ts");
  const { name, text } = receiptFile(receipt);
  saveFile(new Blob([text], { type: "application/octet-stream" }), name);
  return savedWords(name, receipt.proof !== null);
}

/** Says what a saved receipt file holds, and what to do if the server's signature is missing. @internal */
export function savedWords(name: string, isSigned: boolean): string {
  const kept = `Downloaded as ${name}. It holds your verdicts`;
  return isSigned
    ? `${kept} and the server’s signature.`
    : `${kept}, so keep it to yourself while the round is open. The server signs after the round has ended: open your receipt page once more then, and download the receipt again.`;
}
