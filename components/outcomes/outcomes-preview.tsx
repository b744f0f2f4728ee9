"use client";

import { refusalOf } from "#components/api/refusal.ts";
import { ProblemSheet } from "#components/files/problem-sheet.tsx";
import { Box, Boxes } from "#components/ui/boxes.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import type { OutcomesDesk } from "./use-outcomes-file.ts";

type Check = NonNullable<Outputs["outcomes"]["checkFile"]>;

const valueWords = { yes: "yes", no: "no", lost: "lost" } as const;

/** How many outcomes are new, corrected, there already, or refused, before anything is recorded. */
export function OutcomesPreview({ studyId, check }: { studyId: string; check: OutcomesDesk["check"] }) {
  if (check?.isError) {
    return (
      <Notice tone="bad" live title="The rows cannot be compared.">
        {refusalOf(check.error).message}
      </Notice>
    );
  }
  if (check?.data === null) return <p className="text-ink-2">Choose the columns first.</p>;
  const plan = check?.data;
  return (
    <div className="grid gap-4">
      <Boxes>
        <Box label="New">{countOf(plan?.newCount)}</Box>
        <Box label="Corrections">{countOf(plan && correctedCount(plan))}</Box>
        <Box label="Recorded already">{countOf(plan?.unchangedCount)}</Box>
        <Box label="Not yet known">{countOf(plan?.silentCount)}</Box>
        <Box label="Refused rows">{countOf(plan?.refusedCount)}</Box>
      </Boxes>
      {plan !== undefined && plan.corrections.length > 0 && (
        <Notice tone="warn" title="Corrections are additions:">
          {plan.corrections
            .map(({ from, to, count }) => `${grouped(count)} from ${valueWords[from]} to ${valueWords[to]}`)
            .join(", ")}
          . What stood there before stays in the record.
        </Notice>
      )}
      {plan !== undefined && plan.problems.length > 0 && (
        <>
          <p className="max-w-measure text-sm">
            The refused rows are left out; correct them in your file and upload it again. All other rows are
            recorded, once: what is recorded already is not recorded twice.
          </p>
          <ProblemSheet studyId={studyId} kind="outcomes-file" problems={plan.problems} />
        </>
      )}
    </div>
  );
}

export function correctedCount({ corrections }: Pick<Check, "corrections">): number {
  return corrections.reduce((sum, { count }) => sum + count, 0);
}

function countOf(count: number | undefined) {
  return count === undefined ? <Skeleton className="h-7 w-12" /> : grouped(count);
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}
