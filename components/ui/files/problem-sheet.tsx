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

/** Problems by row and column: the first ones, and all that are listed to download. */
export function ProblemSheet({
  problems,
  count,
}: {
  problems: readonly Problem[];
  /** Total number of problems: at most a thousand are listed. */
  count: number;
}) {
  return (
    <Sheet>
      <ProblemTable problems={problems.slice(0, shownCount)} />
      <SheetFooter className="flex flex-wrap items-center justify-between gap-3">
        <span>{count > shownCount ? t.firstOf({ shown: shownCount, count }) : t.noOtherErrors()}</span>
        <Button small onClick={() => saveFile(tableOf(problems), "errors.csv")}>
          <Download aria-hidden />
          {count > listedCount ? t.downloadFirst({ count: listedCount }) : t.downloadAll()}
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

function tableOf(problems: readonly Problem[]): Blob {
  const lines = problems.map(({ row, field, message }) => csvLine([row ?? null, field ?? null, message]));
  return new Blob([csvLine([t.row(), t.column(), t.whatIsWrong()]), ...lines], { type: "text/csv" });
}

function ProblemTable({ problems }: { problems: readonly Problem[] }) {
  const head = (
    <tr>
      <HeaderCell numeric>{t.row()}</HeaderCell>
      <HeaderCell>{t.column()}</HeaderCell>
      <HeaderCell>{t.whatIsWrong()}</HeaderCell>
    </tr>
  );
  return (
    <Table caption={t.errorsTable()} head={head} fold>
      {problems.map(({ row, field, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two errors may read the same
        <tr key={index}>
          <Cell label={t.row()} numeric className="text-ink-2">
            {row === undefined ? t.allRows() : formatNumber(row)}
          </Cell>
          <RowHead label={t.column()} className="break-words">
            {field ?? t.wholeRow()}
          </RowHead>
          <Cell label={t.whatIsWrong()}>
            <span className="inline-flex items-start gap-1.5">
              <X aria-hidden className="mt-0.5 size-4 flex-none text-bad" />
              <span className="min-w-0 break-words">{withoutPlace({ row, field, message })}</span>
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** Removes the place, which is already in the first two cells. */
function withoutPlace({ row = 0, field = "", message }: Problem): string {
  const place = file.atCell({ row, column: field, problem: "" });
  const rest = message.startsWith(place) ? message.slice(place.length) : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
