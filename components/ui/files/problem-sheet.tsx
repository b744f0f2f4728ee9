"use client";

import { Download, X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, RowHead, Table } from "#components/ui/table.tsx";
import * as file from "#messages/fileProblems.ts";
import * as t from "#messages/files.ts";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import { formatNumber } from "#server/format.ts";

type Problem = { row?: number | undefined; field?: string | undefined; message: string };

const shownCount = 20;
/** Number of problems that the server lists one by one. */
const listedCount = 1_000;

/** Problems by row and column, or by line: the first ones, and all that are listed to download. */
export function ProblemSheet({
  problems,
  count,
  isByLine = false,
}: {
  problems: readonly Problem[];
  /** Total number of problems: at most a thousand are listed. */
  count: number;
  /** Whether the file has lines and no columns. */
  isByLine?: boolean;
}) {
  return (
    <Sheet>
      <ProblemTable problems={problems.slice(0, shownCount)} isByLine={isByLine} />
      <SheetFooter className="flex flex-wrap items-center justify-between gap-3">
        <span>{count > shownCount ? t.firstOf({ shown: shownCount, count }) : t.noOtherErrors()}</span>
        <Button small onClick={() => saveFile(tableOf(problems, isByLine), "errors.csv")}>
          <Download aria-hidden />
          {count > listedCount ? t.downloadFirst({ count: listedCount }) : t.downloadAll()}
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

function tableOf(problems: readonly Problem[], isByLine: boolean): Blob {
  const head = isByLine ? [t.line(), t.whatIsWrong()] : [t.row(), t.column(), t.whatIsWrong()];
  const lines = problems.map(({ row = null, field = null, message }) =>
    csvLine(isByLine ? [row, message] : [row, field, message]),
  );
  return new Blob([csvLine(head), ...lines], { type: "text/csv" });
}

function ProblemTable({ problems, isByLine }: { problems: readonly Problem[]; isByLine: boolean }) {
  const place = isByLine ? t.line() : t.row();
  const head = (
    <tr>
      <HeaderCell numeric>{place}</HeaderCell>
      {!isByLine && <HeaderCell>{t.column()}</HeaderCell>}
      <HeaderCell>{t.whatIsWrong()}</HeaderCell>
    </tr>
  );
  return (
    <Table caption={isByLine ? t.errorsByLine() : t.errorsTable()} head={head} fold>
      {problems.map(({ row, field, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two errors may read the same
        <tr key={index}>
          <Cell label={place} numeric className="text-ink-2">
            {row === undefined ? t.allRows() : formatNumber(row)}
          </Cell>
          {!isByLine && (
            <RowHead label={t.column()} className="break-words">
              {field ?? t.wholeRow()}
            </RowHead>
          )}
          <Cell label={t.whatIsWrong()}>
            <span className="inline-flex items-start gap-1.5">
              <X aria-hidden className="mt-0.5 size-4 flex-none text-bad" />
              <span className="min-w-0 break-words">{withoutPlace({ row, field, message }, isByLine)}</span>
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** Removes the place, which is already in the first cells. */
function withoutPlace({ row = 0, field = "", message }: Problem, isByLine: boolean): string {
  const place = isByLine
    ? file.line({ line: row, problem: "" })
    : file.atCell({ row, column: field, problem: "" });
  const rest = message.startsWith(place) ? message.slice(place.length) : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
