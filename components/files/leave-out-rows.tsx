import { Notice } from "#components/ui/notice.tsx";
import { grouped } from "./plan-boxes.tsx";
import { ProblemSheet } from "./problem-sheet.tsx";

type Problems = Parameters<typeof ProblemSheet>[0];

/** What is wrong row by row, and whether to go on without those people. */
export function LeaveOutRows({
  isLeavingOut,
  choose,
  ...sheet
}: Problems & { isLeavingOut: boolean; choose: (isLeavingOut: boolean) => void }) {
  const { problems } = sheet;
  const rows = badRowCount(problems);
  return (
    <>
      <ProblemSheet {...sheet} />
      {isLeavingOut || problems.every(({ row }) => row !== undefined) ? (
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 flex-none accent-accent"
            checked={isLeavingOut}
            onChange={(event) => choose(event.target.checked)}
          />
          <span>
            Go on without {rows === 1 ? "this row" : `these ${grouped(rows)} rows`}. Those people will not be
            in the study.
          </span>
        </label>
      ) : (
        <Notice title="These cannot be left out row by row.">
          They are about the columns, or there are too many. Change the columns above, or the file.
        </Notice>
      )}
    </>
  );
}

/** Rows in which something is wrong. */
export function badRowCount(problems: Problems["problems"]): number {
  return new Set(problems.flatMap(({ row }) => row ?? [])).size;
}
