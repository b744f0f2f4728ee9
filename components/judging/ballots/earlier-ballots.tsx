import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import { formatCount, formatNumber } from "#server/format.ts";
import type { Receipt } from "#server/rounds/judging/read-receipts.ts";

/** Ballots that a later one replaced. Their commitments stay in the log and are never opened. */
export function EarlierBallots({ receipts }: { receipts: readonly Receipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <section className="border-t-2 border-rule pt-4 pb-6">
      <h2>Replaced by this one</h2>
      <ul className="mt-2 text-sm">
        {receipts.map(({ version, seq, hash, at, verdicts }) => (
          <li key={version} className="border-t border-hair py-3 first:border-t-0">
            <b>Entry {formatNumber(seq)}</b>, <LocalTime at={at} />, {formatCount(verdicts.length, "verdict")}
            <details className="mt-1">
              <summary className="cursor-pointer text-ink-2">Fingerprint</summary>
              <span className="font-mono text-xs leading-5 [overflow-wrap:anywhere]">
                {fingerprintGroups(hash)}
              </span>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ReceiptLimits() {
  return (
    <Notice tone="info" title="What a receipt does not do.">
      It does not hide your ballot from someone who controls the server itself, and it does not protect
      against pressure.
    </Notice>
  );
}
