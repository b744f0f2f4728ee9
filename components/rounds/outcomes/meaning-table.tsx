import { controlClass } from "#components/ui/control-class.ts";
import { Notice } from "#components/ui/notice.tsx";
import { SelectOptions } from "#components/ui/select.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatNumber } from "#server/format.ts";
import type { OutcomesChoices } from "#server/study/files/outcomes/outcomes-file.ts";
import { meaningSchema, wordLimit } from "#server/study/outcome-words.ts";
import type { ReadColumn } from "#server/study/reading.ts";

type Meanings = OutcomesChoices["meanings"];

const words = {
  yes: "Yes, it went well",
  no: "No",
  lost: "Lost: it stays unknown",
  none: "Not yet: nothing is recorded",
} as const;

/** Table of the different words in the outcome column, each with its meaning. */
export function MeaningTable({
  column,
  meanings,
  change,
}: {
  column: ReadColumn;
  meanings: Meanings;
  change: (meanings: Meanings) => void;
}) {
  if (column.words.length > wordLimit || (column.words.length === 0 && column.distinct > 0)) {
    return (
      <Notice tone="bad" title={`“${column.name}” has ${formatNumber(column.distinct)} different words.`}>
        At most {wordLimit} can be outcomes: choose another column above.
      </Notice>
    );
  }
  const meaningOf = (word: string) => meanings.find((each) => each.word === word)?.means ?? "";
  const choose = (word: string, value: string) => {
    const others = meanings.filter((each) => each.word !== word);
    change(value === "" ? others : [...others, { word, means: meaningSchema.parse(value) }]);
  };
  const head = (
    <tr>
      <HeaderCell>Word in the file</HeaderCell>
      <HeaderCell numeric>Rows</HeaderCell>
      <HeaderCell>What it means</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="The words of the outcome column and what they mean" head={head} fold>
        {column.words.map(({ word, count }) => (
          <Row key={word}>
            <RowHead label="Word in the file" className="break-words">
              <span className="font-mono text-[0.92em]">{word}</span>
            </RowHead>
            <Cell label="Rows" numeric>
              {formatNumber(count)}
            </Cell>
            <Cell label="What it means">
              <select
                aria-label={`What “${word}” means`}
                className={controlClass}
                value={meaningOf(word)}
                onChange={(event) => choose(word, event.target.value)}
              >
                <option value="">Not said: these rows are refused</option>
                <SelectOptions of={meaningSchema.options.map((meaning) => [meaning, words[meaning]])} />
              </select>
            </Cell>
          </Row>
        ))}
        {column.missing > 0 && (
          <Row>
            <RowHead label="Word in the file" className="text-ink-3">
              empty
            </RowHead>
            <Cell label="Rows" numeric>
              {formatNumber(column.missing)}
            </Cell>
            <Cell label="What it means">Not yet: nothing is recorded</Cell>
          </Row>
        )}
      </Table>
    </Sheet>
  );
}
