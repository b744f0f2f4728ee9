"use client";

import { refusalOf } from "#components/api/refusal.ts";
import { ProblemSheet } from "#components/files/problem-sheet.tsx";
import { Box, Boxes } from "#components/ui/boxes.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import type { FurtherDesk } from "./use-further-people.ts";

type Check = Outputs["people"]["checkFile"];

/** How many people can be imported, how many rows cannot, and what is new about them. */
export function FurtherPreview({
  studyId,
  desk: { check, choices, change },
}: {
  studyId: string;
  desk: FurtherDesk;
}) {
  if (check?.isError) {
    return (
      <Notice tone="bad" live title="The file does not fit the study yet.">
        {refusalOf(check.error).message}
      </Notice>
    );
  }
  const plan = check?.data;
  const problems = plan?.problems ?? [];
  const badRows = new Set(problems.flatMap(({ row }) => row ?? [])).size;
  const canLeaveOut = problems.length > 0 && problems.every(({ row }) => row !== undefined);
  const isLeavingOut = choices?.withoutErrors === true;
  return (
    <div className="grid gap-4">
      <Boxes>
        <Box label="Ready">
          {countOf(plan && (plan.isReady ? plan.count : Math.max(0, plan.count - badRows)))}
        </Box>
        <Box label={isLeavingOut ? "Left out for errors" : "Rows with an error"}>
          {countOf(plan && (isLeavingOut ? plan.leftOut.withErrors : badRows))}
        </Box>
        <Box label="Left out beyond limits">{countOf(plan?.leftOut.asOutliers)}</Box>
        <Box label="Cells emptied beyond limits">{countOf(plan?.emptied)}</Box>
      </Boxes>
      {plan !== undefined && plan.newWords.length > 0 && <NewWords newWords={plan.newWords} />}
      {problems.length > 0 && (
        <>
          <ProblemSheet studyId={studyId} kind="further-people" problems={problems} />
          {canLeaveOut || isLeavingOut ? (
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-0.5 size-5 flex-none accent-accent"
                checked={isLeavingOut}
                onChange={(event) => change({ withoutErrors: event.target.checked })}
              />
              <span>
                Go on without {badRows === 1 ? "this row" : `these ${grouped(badRows)} rows`}. Those people
                will not be in the study.
              </span>
            </label>
          ) : (
            <Notice title="These cannot be left out row by row.">
              They are about the columns, or there are too many. Change the columns above, or the file.
            </Notice>
          )}
        </>
      )}
    </div>
  );
}

function NewWords({ newWords }: { newWords: Check["newWords"] }) {
  return (
    <Notice tone="warn" title="Some words are new to this study.">
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {newWords.map(({ column, words }) => (
          <li key={column}>
            {column}: {words.map(({ word, count }) => `“${word}” (${grouped(count)})`).join(", ")}
          </li>
        ))}
      </ul>
      They are taken as they are. The rules stay as published: to a rule that asks whether somebody has a
      certain word, a new word is simply another one. Auditors read it as it stands in the file.
    </Notice>
  );
}

function countOf(count: number | undefined) {
  return count === undefined ? <Skeleton className="h-7 w-12" /> : grouped(count);
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}
