import { CircleCheck, Hourglass } from "lucide-react";
import { Notice } from "#components/ui/notice.tsx";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Kept } from "./use-kept.ts";

/**
 * Progress of a receipt: its parts are stored when it is sealed, the server's signature follows when the round ends.
 */
export function ReceiptProgress({
  kept: { asking, isOffline },
  receipt: { proof },
  trouble,
}: {
  kept: Kept;
  receipt: KeptReceipt;
  trouble: string | null;
}) {
  if (trouble !== null) {
    return (
      <Notice tone="bad" live title="The server gave no proof of this ballot.">
        What it sent does not fit the ballot that this device sealed: {trouble}. Keep the receipt as it is and
        check it below.
      </Notice>
    );
  }
  const { Icon, words } = progressOf({ isComplete: proof !== null, isAsking: asking > 0, isOffline });
  return (
    <p className="flex max-w-measure items-start gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 flex-none text-ink-3" />
      {words}
    </p>
  );
}

function progressOf({
  isComplete,
  isAsking,
  isOffline,
}: {
  isComplete: boolean;
  isAsking: boolean;
  isOffline: boolean;
}) {
  if (isComplete) {
    return {
      Icon: CircleCheck,
      words:
        "This device has the whole receipt: your ballot, and the server's signature for the record it stands in.",
    };
  }
  if (isAsking) return { Icon: Hourglass, words: "Asking the server for its signature." };
  return {
    Icon: Hourglass,
    words: isOffline
      ? "This device has your ballot. The server's signature is missing, and the server could not be asked: load the page again."
      : "This device has your ballot. The server signs for it once the round has ended, so that nobody can count ballots before; open this page then, and the receipt is completed.",
  };
}
