import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/receipts.ts";
import type { AnnulVote, Report } from "#server/audit-log/annulments.ts";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import type { ReceiptFacts } from "#server/audit-log/receipts/text.ts";
import { receiptWords } from "#server/audit-log/receipts/words.ts";
import { formatNumber } from "#server/format.ts";
import { ExactMoment } from "./exact-moment.tsx";
import { ReceiptActions } from "./receipt-actions.tsx";
import { SealedVotes } from "./sealed-votes.tsx";

/** Receipt to keep: the ballot's position in the log and the fingerprint of that entry. */
export function ReceiptSlip({
  facts,
  verdictCount,
  reports,
  votes,
  place,
  seatCount,
  accountId,
}: {
  facts: ReceiptFacts;
  /** Owner of the receipt: this device may store receipts of several people. */
  accountId: string;
  verdictCount: number;
  reports: readonly Report[];
  votes: readonly AnnulVote[];
  place: number;
  seatCount: number;
}) {
  return (
    <article aria-label={t.receipt()} className="border border-t-4 border-hair border-t-rule bg-sheet">
      <p className="px-4 pt-4 pb-5 md:px-6 md:pt-5">
        <span className="block text-xs text-ink-3">{t.yourReceipt()}</span>
        <span className="text-3xl font-semibold tracking-[-0.025em]">
          {t.entry({ entry: formatNumber(facts.seq) })}
        </span>
      </p>
      <dl className="grid grid-cols-2 border-t border-hair md:grid-cols-[1.7fr_1fr_1fr_1fr]">
        <Box label={t.sealed()}>
          <ExactMoment at={facts.at} />
        </Box>
        <Box label={t.round()}>{formatNumber(facts.round)}</Box>
        <Box label={t.verdicts()}>{verdictCount}</Box>
        <Box label={t.seat()}>{t.ofSeats({ needed: place, seats: seatCount })}</Box>
        <Box label={t.inWords()} wide>
          <span className="[word-spacing:0.25em]">{receiptWords(facts.hash).join(" ")}</span>
        </Box>
        <Box label={t.fingerprint()} wide>
          <span className="font-mono text-sm leading-6 font-normal [overflow-wrap:anywhere] [word-spacing:0.25em]">
            {fingerprintGroups(facts.hash)}
          </span>
        </Box>
      </dl>
      <SealedVotes reports={reports} votes={votes} />
      <TearLine />
      <ReceiptActions facts={facts} accountId={accountId} />
    </article>
  );
}

function Box({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        "border-hair px-4 py-3 md:first:ps-6",
        wide
          ? "col-span-full border-t md:ps-6"
          : "border-e max-md:even:border-e-0 md:[&:nth-child(4)]:border-e-0",
        !wide && "max-md:[&:nth-child(n+3)]:border-t",
      )}
    >
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="font-[560] tabular-nums">{children}</dd>
    </div>
  );
}

/** Dashed line with a hole at each end, like the perforation between a form and its stub. */
function TearLine() {
  const hole = "absolute -top-2.5 size-5 rounded-full border border-hair bg-canvas";
  return (
    <div aria-hidden className="relative border-t-2 border-dashed border-edge">
      <span className={`${hole} -start-[0.6875rem] [clip-path:inset(0_0_0_50%)]`} />
      <span className={`${hole} -end-[0.6875rem] [clip-path:inset(0_50%_0_0)]`} />
    </div>
  );
}
