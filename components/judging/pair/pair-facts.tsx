import { useId } from "react";
import type { Pair } from "#components/judging/ballots/verdicts.ts";
import { pairFigures } from "#components/rounds/people/chance-words.ts";
import { pairName, personName } from "#components/rounds/people/pair-words.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judgingPair.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { fieldRows, noPerson } from "./rows.ts";

/** Summary of the chosen pair: both chances, which fields differ, and how many do not. */
export function PairFacts({ judging, pair, showsAll }: { judging: Judging; pair: Pair; showsAll: boolean }) {
  const titleId = useId();
  const [high = noPerson, low = noPerson] = pair.map((position) => judging.people[position]);
  const figures = pairFigures(high.chance, low.chance, judging.alpha);
  const rows = fieldRows(judging.fields, high, low).filter(({ isBlank }) => !isBlank);
  const shown = showsAll ? rows : rows.filter(({ isEqual }) => !isEqual);
  return (
    <section aria-labelledby={titleId} className="border-t-2 border-rule pt-3 pb-5 text-sm">
      <h2 id={titleId} className="text-base">
        {pairName(...pair)}
      </h2>
      <p className="my-2 text-ink-2 tabular-nums">
        {t.gapOf({
          high: figures.high.figure,
          low: figures.low.figure,
          gap: figures.gap.words,
          b: (text) => <b className="text-lg text-ink">{text}</b>,
        })}
      </p>
      {high.cells === null || low.cells === null ? (
        <p className="text-ink-2">{t.erasedPair()}</p>
      ) : (
        <table className="w-full table-fixed">
          <thead className="align-bottom text-xs text-ink-3">
            <tr>
              <th scope="col" className="pe-2 text-start font-normal">
                {showsAll ? t.field() : t.whatDiffers()}
              </th>
              <th scope="col" className="pe-2 text-start font-normal">
                {personName(high.position)}
              </th>
              <th scope="col" className="pe-2 text-start font-normal">
                {personName(low.position)}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.name} className="border-t border-hair align-top">
                <th scope="row" className="py-1 pe-2 text-start font-normal break-words text-ink-2">
                  {row.label}
                </th>
                <td className="py-1 pe-2 break-words">{row.high ?? common.notGiven()}</td>
                <td className="py-1 break-words">{row.low ?? common.notGiven()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!showsAll && rows.length > shown.length && (
        <p className="mt-1 text-xs text-ink-3">{t.fieldsEqual({ count: rows.length - shown.length })}</p>
      )}
    </section>
  );
}
