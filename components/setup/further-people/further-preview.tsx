"use client";

import { refusalOf } from "#components/ui/api/refusal.ts";
import { LeaveOutRows } from "#components/ui/files/leave-out-rows.tsx";
import { PlanBoxes } from "#components/ui/files/plan-boxes.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { formatNumber } from "#server/format.ts";
import type { FurtherPeople } from "./use-further-people.ts";

type Plan = NonNullable<FurtherPeople["plan"]>;

/** Counts of people that can be imported and of rows that cannot, with values that are new in the study. */
export function FurtherPreview({
  form: { place, plan, checkError, choices, change },
}: {
  form: FurtherPeople;
}) {
  if (checkError !== null) {
    return (
      <Notice tone="bad" live title="The file does not fit the study yet.">
        {refusalOf(checkError).message}
      </Notice>
    );
  }
  const problems = plan?.problems ?? [];
  const badRows = plan?.wrong.rowCount ?? 0;
  const isLeavingOut = choices?.withoutErrors === true;
  return (
    <div className="grid gap-4">
      <PlanBoxes
        counts={{
          Ready: plan && (plan.isReady ? plan.count : Math.max(0, plan.count - badRows)),
          [isLeavingOut ? "Left out for errors" : "Rows with an error"]:
            plan && (isLeavingOut ? plan.leftOut.withErrors : badRows),
          "Left out beyond limits": plan?.leftOut.asOutliers,
          "Cells emptied beyond limits": plan?.emptied,
        }}
      />
      {plan && plan.newWords.length > 0 && <NewWords newWords={plan.newWords} />}
      {plan && problems.length > 0 && (
        <LeaveOutRows
          place={place}
          problems={problems}
          wrong={plan.wrong}
          isLeavingOut={isLeavingOut}
          choose={(withoutErrors) => change({ withoutErrors })}
        />
      )}
    </div>
  );
}

function NewWords({ newWords }: { newWords: Plan["newWords"] }) {
  return (
    <Notice tone="warn" title="Some words are new to this study.">
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {newWords.map(({ column, words }) => (
          <li key={column}>
            {column}: {words.map(({ word, count }) => `“${word}” (${formatNumber(count)})`).join(", ")}
          </li>
        ))}
      </ul>
      They are taken as they are. The rules stay as published: to a rule that asks whether somebody has a
      certain word, a new word is simply another one. Auditors read it as it stands in the file.
    </Notice>
  );
}
