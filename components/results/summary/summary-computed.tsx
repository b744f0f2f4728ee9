import { HowComputed } from "#components/ui/how-computed.tsx";
import * as t from "#messages/summary.ts";

/** Explains the figures of the summary. */
export function SummaryComputed({ isAudit }: { isAudit: boolean }) {
  return (
    <HowComputed>
      <p>{t.howReports()}</p>
      {!isAudit && (
        <>
          <p>{t.howThenNow()}</p>
          <p>{t.howErrors()}</p>
        </>
      )}
    </HowComputed>
  );
}
