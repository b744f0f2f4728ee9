import { Notice } from "#components/ui/notice.tsx";
import { formatNumber, plural } from "#server/format.ts";
import { ProblemSheet } from "./problem-sheet.tsx";

type Sheet = Omit<Parameters<typeof ProblemSheet>[0], "count">;
type Wrong = { readonly errorCount: number; readonly rowCount: number; readonly canBeLeftOut: boolean };

/** Problems row by row, and a choice to continue without those people. */
export function LeaveOutRows({
  wrong: { errorCount, rowCount: rows, canBeLeftOut },
  isLeavingOut,
  choose,
  ...sheet
}: Sheet & { wrong: Wrong; isLeavingOut: boolean; choose: (isLeavingOut: boolean) => void }) {
  return (
    <>
      <ProblemSheet {...sheet} count={errorCount} />
      {canBeLeftOut ? (
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 flex-none accent-accent"
            checked={isLeavingOut}
            onChange={(event) => choose(event.target.checked)}
          />
          <span>
            Go on without {plural(rows, "this row", `these ${formatNumber(rows)} rows`)}. Those people will
            not be in the study.
          </span>
        </label>
      ) : (
        <Notice title="These cannot be left out row by row.">
          They are about the columns. Change the columns above, or the file.
        </Notice>
      )}
    </>
  );
}
