"use client";

import { LeaveOutRows } from "#components/ui/files/leave-out-rows.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { formatCount, formatNumber } from "#server/format.ts";
import { useDraft } from "../draft-context.tsx";
import { useCheck } from "./use-check.ts";

/** All problems of the file by row and column: correct the file, or continue without those rows. */
export function ProblemSection() {
  const { studyId, draft, change } = useDraft();
  const { check, isChecking, isFailed } = useCheck();
  const { people } = draft;
  if (people === null) return null;
  const problems = check?.problems ?? [];
  return (
    <Section
      title="Errors"
      note="By row and column. Correct them in your file and upload it again, or go on without these rows."
    >
      <p role="status" className="mb-3 text-sm text-ink-2">
        {isFailed
          ? "The rows could not be checked. Change something or load the page again."
          : isChecking
            ? "Checking every row."
            : check !== null && summary(check)}
      </p>
      {check !== null && problems.length > 0 && (
        <div className="grid gap-4">
          <LeaveOutRows
            place={{ studyId, kind: "people" }}
            problems={problems}
            wrong={check.wrong}
            isLeavingOut={people.withoutErrors}
            choose={(withoutErrors) => change({ people: { ...people, withoutErrors } })}
          />
        </div>
      )}
    </Section>
  );
}

type Check = NonNullable<ReturnType<typeof useCheck>["check"]>;

function summary({
  wrong: { errorCount: count, rowCount: rows },
  emptied,
  leftOut: { asOutliers },
}: Check): string {
  const errors =
    count === 0
      ? "Every row can be taken."
      : `${formatCount(count, "error")} in ${formatCount(rows, "row")}.`;
  const beyond = asOutliers === 0 ? "" : ` ${formatNumber(asOutliers)} left out beyond your limits.`;
  const empty = emptied === 0 ? "" : ` ${formatNumber(emptied)} cells emptied beyond your limits.`;
  return errors + beyond + empty;
}
