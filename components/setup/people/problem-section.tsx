"use client";

import { LeaveOutRows } from "#components/ui/files/leave-out-rows.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPeople.ts";
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
    <Section title={t.errors()} note={problems.length > 0 && t.errorsNote()}>
      <p role="status" className="mb-3 text-sm text-ink-2">
        {isFailed ? t.notChecked() : isChecking ? t.checking() : check !== null && summary(check)}
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
  return [
    count === 0 ? t.everyRow() : t.errorsInRows({ errors: count, rows }),
    ...(asOutliers === 0 ? [] : [t.leftOutBeyond({ count: asOutliers })]),
    ...(emptied === 0 ? [] : [t.emptiedBeyond({ count: emptied })]),
  ].join(" ");
}
