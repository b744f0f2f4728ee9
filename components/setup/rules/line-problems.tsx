import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, Table } from "#components/ui/table.tsx";
import { formatNumber } from "#server/format.ts";

type Problem = { readonly row?: number; readonly message: string };

const shownCount = 20;

/** Problems of a refused list by line: the first ones, and a file with all that the server reported. */
export function LineProblems({ problems }: { problems: readonly Problem[] }) {
  const save = () => {
    const text = problems.map(({ message }) => `${message}\n`).join("");
    saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), "errors.txt");
  };
  const head = (
    <tr>
      <HeaderCell numeric>Line</HeaderCell>
      <HeaderCell>What is wrong</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="Errors by line" head={head} fold>
        {problems.slice(0, shownCount).map(({ row, message }) => (
          <Row key={message}>
            <Cell label="Line" numeric className="text-ink-2">
              {row === undefined ? "all" : formatNumber(row)}
            </Cell>
            <Cell label="What is wrong" className="break-words">
              {withoutLine(message)}
            </Cell>
          </Row>
        ))}
      </Table>
      <SheetFooter className="flex flex-wrap items-center justify-between gap-3">
        <span>{problems.length > shownCount ? `The first ${shownCount}` : "Nothing else is wrong"}</span>
        <Button small onClick={save}>
          <Download aria-hidden />
          Save all that were named
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

/** Removes the line number, which is already in the first cell. */
function withoutLine(message: string): string {
  const rest = message.replace(/^Line [\d,]*\d: /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
