import { Tick } from "#components/ui/choice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/files.ts";
import { ProblemSheet } from "./problem-sheet.tsx";

type Wrong = { readonly errorCount: number; readonly rowCount: number; readonly canBeLeftOut: boolean };

/** Problems row by row, and a choice to continue without those people. */
export function LeaveOutRows({
  wrong: { errorCount, rowCount: rows, canBeLeftOut },
  isLeavingOut,
  choose,
  problems,
}: Pick<Parameters<typeof ProblemSheet>[0], "problems"> & {
  wrong: Wrong;
  isLeavingOut: boolean;
  choose: (isLeavingOut: boolean) => void;
}) {
  return (
    <>
      <ProblemSheet problems={problems} count={errorCount} />
      {canBeLeftOut ? (
        <Tick checked={isLeavingOut} onChange={(event) => choose(event.target.checked)}>
          {t.leaveOut({ count: rows })}
        </Tick>
      ) : (
        <Notice title={t.notRowByRow()}>{t.notRowByRowNote()}</Notice>
      )}
    </>
  );
}
