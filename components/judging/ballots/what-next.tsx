import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { formatNumber } from "#server/format.ts";
import type { StoredReceipts } from "#server/rounds/judging/read-receipts.ts";

/** Next steps: what can still be changed, until when, and when results will be available. */
export function WhatNext({ receipts: { round, panel }, here }: { receipts: StoredReceipts; here: string }) {
  const needed = `${panel.neededFlags} of ${panel.seatCount}`;
  if (round.state === "cancelled") {
    return (
      <Steps>
        <Step when="Cancelled">
          The round was cancelled{closedBy(round.closedSeq)}. Its ballots are never opened and decide nothing.
        </Step>
      </Steps>
    );
  }
  if (round.state === "closed") {
    return (
      <Steps>
        <Step when={round.closedAt === null ? "Closed" : <LocalTime at={round.closedAt} />}>
          The round was closed{closedBy(round.closedSeq)}.{" "}
          <Link href={`${here}/result`}>Results, with your verdicts beside the panel's numbers</Link>
        </Step>
      </Steps>
    );
  }
  const deadline = round.deadlineAt === null ? "the round closes" : <LocalTime at={round.deadlineAt} />;
  return (
    <Steps>
      {round.takesVerdicts && (
        <Step when={<>Until {deadline}</>}>
          You can <Link href={here}>change your verdicts and seal again</Link>. You get a new receipt, and
          this one stays valid as a record.
        </Step>
      )}
      <Step
        when={round.deadlineAt === null ? "When it closes" : <LocalTime at={round.deadlineAt} relative />}
      >
        The round closes. Pairs that at least {needed} flagged are reported.
      </Step>
      <Step when="After that">Results, with your verdicts beside the panel's numbers.</Step>
    </Steps>
  );
}

function closedBy(seq: number | null): string {
  return seq === null ? "" : ` by entry ${formatNumber(seq)} of the log`;
}

function Steps({ children }: { children: ReactNode }) {
  return (
    <section className="mt-8 border-t-2 border-rule pt-4">
      <h2>What happens next</h2>
      <ol className="mt-2">{children}</ol>
    </section>
  );
}

function Step({ when, children }: { when: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-x-3 border-t border-hair py-3 text-sm first:border-t-0 md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <b>{when}</b>
      <span>{children}</span>
    </li>
  );
}
