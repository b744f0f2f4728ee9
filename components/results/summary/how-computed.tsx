import * as t from "#messages/summary.ts";

/** Explains the figures of the summary. Closed at first: the answer comes before its computation. */
export function HowComputed({ isAudit }: { isAudit: boolean }) {
  return (
    <details>
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">{t.howComputed()}</summary>
      <div className="grid max-w-measure gap-2 pt-2 text-sm text-ink-2">
        <p>{t.howReports()}</p>
        {!isAudit && (
          <>
            <p>{t.howThenNow()}</p>
            <p>{t.howErrors()}</p>
          </>
        )}
      </div>
    </details>
  );
}
