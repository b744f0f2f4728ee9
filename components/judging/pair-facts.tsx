import { useId } from "react";
import type { Pair } from "#components/judging/ballots/verdicts.ts";
import { pairFigures } from "#components/rounds/people/chance-words.ts";
import { pairName, personName } from "#components/rounds/people/pair-words.ts";
import { formatCount } from "#server/format.ts";
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
        <b className="text-lg text-ink">{figures.high.figure}</b> against{" "}
        <b className="text-lg text-ink">{figures.low.figure}</b> in 100: {figures.gap.words} more
      </p>
      {high.cells === null || low.cells === null ? (
        <p className="text-ink-2">Details of these people were erased. The chances stay in the record.</p>
      ) : (
        <table className="w-full table-fixed">
          <thead className="text-left text-xs text-ink-3">
            <tr>
              <th scope="col" className="font-normal">
                {showsAll ? "Field" : "What differs"}
              </th>
              <th scope="col" className="font-normal">
                {personName(high.position)}
              </th>
              <th scope="col" className="font-normal">
                {personName(low.position)}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.name} className="border-t border-hair align-top">
                <th scope="row" className="py-1 pr-2 text-left font-normal break-words text-ink-2">
                  {row.label}
                </th>
                <td className="py-1 pr-2 break-words">{row.high ?? "not given"}</td>
                <td className="py-1 break-words">{row.low ?? "not given"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!showsAll && rows.length > shown.length && (
        <p className="mt-1 text-xs text-ink-3">{formatCount(rows.length - shown.length, "field")} equal</p>
      )}
    </section>
  );
}
