import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/receipts.ts";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import { formatNumber } from "#server/format.ts";
import type { Receipt } from "#server/rounds/judging/read-receipts.ts";

/** Ballots that a later one replaced. Their commitments stay in the log and are never opened. */
export function EarlierBallots({ receipts }: { receipts: readonly Receipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <section className="border-t-2 border-rule pt-4 pb-6">
      <h2>{t.replaced()}</h2>
      <ul className="mt-2 text-sm">
        {receipts.map(({ version, seq, hash, at, verdicts }) => (
          <li key={version} className="border-t border-hair py-3 first:border-t-0">
            {t.earlierBallot({
              entry: formatNumber(seq),
              count: verdicts.length,
              b: (text) => <b>{text}</b>,
              time: () => <LocalTime at={at} />,
            })}
            <details className="mt-1">
              <summary className="cursor-pointer text-ink-2">{t.fingerprint()}</summary>
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
    <Notice tone="info" title={t.limitsTitle()}>
      {t.limits()}
    </Notice>
  );
}
