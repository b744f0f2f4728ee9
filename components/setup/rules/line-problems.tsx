import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, Table } from "#components/ui/table.tsx";
import * as file from "#messages/fileProblems.ts";
import * as t from "#messages/setupRules.ts";
import { formatNumber } from "#server/format.ts";

type Problem = { readonly row?: number | undefined; readonly message: string };

const shownCount = 20;

/** Problems of a refused list by line: the first ones, and a file with all that the server reported. */
export function LineProblems({ problems }: { problems: readonly Problem[] }) {
  const save = () => {
    const text = problems.map(({ message }) => `${message}\n`).join("");
    saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), "errors.txt");
  };
  const head = (
    <tr>
      <HeaderCell numeric>{t.line()}</HeaderCell>
      <HeaderCell>{t.problem()}</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={t.errorsByLine()} head={head} fold>
        {problems.slice(0, shownCount).map(({ row, message }) => (
          <Row key={message}>
            <Cell label={t.line()} numeric className="text-ink-2">
              {row === undefined ? t.allLines() : formatNumber(row)}
            </Cell>
            <Cell label={t.problem()} className="break-words">
              {withoutLine({ row, message })}
            </Cell>
          </Row>
        ))}
      </Table>
      <SheetFooter className="flex flex-wrap items-center justify-between gap-3">
        <span>{t.problemsShown({ isAll: problems.length <= shownCount, count: shownCount })}</span>
        <Button small onClick={save}>
          <Download aria-hidden />
          {t.saveProblems()}
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

/** Removes the line number, which is already in the first cell. */
function withoutLine({ row = 0, message }: Problem): string {
  const place = file.line({ line: row, problem: "" });
  const rest = message.startsWith(place) ? message.slice(place.length) : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
