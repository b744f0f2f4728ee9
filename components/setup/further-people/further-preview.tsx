"use client";

import { refusalOf } from "#components/ui/api/refusal.ts";
import { LeaveOutRows } from "#components/ui/files/leave-out-rows.tsx";
import { PlanBoxes } from "#components/ui/files/plan-boxes.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setupPeople.ts";
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
      <Notice tone="bad" live title={t.doesNotFit()}>
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
          [t.ready()]: plan && (plan.isReady ? plan.count : Math.max(0, plan.count - badRows)),
          [isLeavingOut ? t.leftOutForErrors() : t.rowsWithError()]:
            plan && (isLeavingOut ? plan.leftOut.withErrors : badRows),
          [t.leftOutBeyondLimits()]: plan?.leftOut.asOutliers,
          [t.emptiedBeyondLimits()]: plan?.emptied,
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
    <Notice tone="warn" title={t.newWords()}>
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {newWords.map(({ column, words }) => (
          <li key={column}>{t.newWordsOf({ column, words: words.map(t.newWord).join(", ") })}</li>
        ))}
      </ul>
      {t.newWordsWhy()}
    </Notice>
  );
}
