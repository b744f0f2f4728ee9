import type { CSSProperties, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/controls.ts";
import { keyed } from "./keyed.ts";
import { type Align, type Part, textOfParts } from "./parse.ts";
import { Wide } from "./wide.tsx";

type Draw = (parts: readonly Part[]) => ReactNode;

const aligned: Record<Align, string> = { left: "text-start", center: "text-center", right: "text-end" };

/**
 * Table whose column widths follow from all its texts, so that none changes while later rows arrive. On a narrow
 * screen each column gets what its longest word needs, so that most tables fit; elsewhere long texts get more.
 */
export function MarkdownTable({ table, draw }: { table: Part; draw: Draw }) {
  const [[head = []] = [], rows = []] = table.inside.map((part) => part.inside.map(({ inside }) => inside));
  const columns = head.map(({ inside }) => textOfParts(inside)).filter(Boolean);
  const widths = head.map((_, column) => widthOf([head, ...rows].map((row) => row[column])));
  const words = widths.reduce((sum, { word }) => sum + word, 0);
  const total = widths.reduce((sum, { weight }) => sum + weight, 0);
  const least = widths.reduce((most, { word, weight }) => Math.max(most, (word * total) / weight), 0);
  return (
    <Wide label={t.table({ columns: columns.join(", ") })}>
      <table
        className="w-full min-w-(--narrow) table-fixed border-collapse text-[0.875em] leading-[1.45] lg:min-w-(--wide)"
        style={atWidths(`${Math.ceil(words)}ch`, `${Math.ceil(least)}ch`)}
      >
        <colgroup>
          {keyed(widths).map(({ key, value: { word, weight } }) => (
            <col
              key={key}
              className="w-(--narrow) lg:w-(--wide)"
              style={atWidths(percent(word / words), percent(weight / total))}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {keyed(head).map(({ key, value }) => (
              <Head key={key} cell={value} draw={draw} />
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows).map(({ key: row, value: cells }) => (
            <tr key={row} className="border-b border-hair align-top">
              {keyed(cells).map(({ key, value: { align, inside } }) => (
                <td
                  key={key}
                  className={classNames(
                    "px-2 py-2 break-words first:ps-0 last:pe-0",
                    align && aligned[align],
                  )}
                >
                  {draw(inside)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

/** The same measure on a narrow and on a wide screen. */
const atWidths = (narrow: string, wide: string) => ({ "--narrow": narrow, "--wide": wide }) as CSSProperties;

const longestWord = 20;
const longestText = 80;

/** Measures a column in characters: its longest word with the padding, and a weight between that and its longest text. */
function widthOf(cells: readonly (Part | undefined)[]): { word: number; weight: number } {
  const texts = cells.map((cell) => textOfParts(cell?.inside ?? []));
  const longest = (some: readonly string[]) => some.reduce((most, { length }) => Math.max(most, length), 0);
  const word = 1.15 * Math.min(longestWord, longest(texts.flatMap((text) => text.split(/[\s/,-]/)))) + 3;
  const text = Math.min(longestText, longest(texts)) + 3;
  return { word, weight: Math.sqrt(word * Math.max(word, text)) };
}

/** Header cell of a column; a plain cell if the column has no name. */
function Head({ cell: { align, inside }, draw }: { cell: Part; draw: Draw }) {
  const className = classNames(
    "border-b border-rule px-2 py-2 align-bottom text-xs font-normal text-ink-3 first:ps-0 last:pe-0",
    aligned[align ?? "left"],
  );
  if (inside.length === 0) return <td className={className} />;
  return (
    <th scope="col" className={className}>
      {draw(inside)}
    </th>
  );
}
