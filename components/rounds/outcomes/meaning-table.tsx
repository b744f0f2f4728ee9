import { controlClass } from "#components/ui/control-class.ts";
import { Notice } from "#components/ui/notice.tsx";
import { BareSelect } from "#components/ui/select.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import * as t from "#messages/outcomes.ts";
import type { OutcomesChoices } from "#server/study/files/outcomes/outcomes-file.ts";
import { meanings as possible, wordLimit } from "#server/study/outcome-words.ts";
import type { ReadColumn } from "#server/study/reading.ts";

type Meanings = OutcomesChoices["meanings"];

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
      <Notice tone="bad" title={t.tooManyWords({ column: column.name, count: column.distinct })}>
        {t.tooManyWordsNote({ most: wordLimit })}
      </Notice>
    );
  }
  const options = [
    ["", t.notSaid()],
    ...possible.map((meaning) => [meaning, t.meaning({ value: meaning })] as const),
  ] as const;
  const meaningOf = (word: string) => meanings.find((each) => each.word === word)?.means ?? "";
  const choose = (word: string, value: string) => {
    const others = meanings.filter((each) => each.word !== word);
    const means = possible.find((meaning) => meaning === value);
    change(means === undefined ? others : [...others, { word, means }]);
  };
  const none = { word: null, count: column.missing };
  return (
    <TableSheet
      caption={t.wordTable()}
      rows={[...column.words, ...(column.missing > 0 ? [none] : [])]}
      keyOf={({ word }) => word ?? ""}
      columns={[
        [
          t.word(),
          ({ word }) =>
            word === null ? (
              <span className="text-ink-3">{t.empty()}</span>
            ) : (
              <span className="font-mono text-[0.92em]">{word}</span>
            ),
          { className: "break-words" },
        ],
        [t.rows(), ({ count }) => count, { numeric: true }],
        [
          t.whatItMeans(),
          ({ word }) =>
            word === null ? (
              t.meaning({ value: "none" })
            ) : (
              <BareSelect
                aria-label={t.whatWordMeans({ word })}
                className={controlClass}
                value={meaningOf(word)}
                onChange={(event) => choose(word, event.target.value)}
                options={options}
              />
            ),
        ],
      ]}
    />
  );
}
