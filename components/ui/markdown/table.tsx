import { classNames } from "#components/ui/class-names.ts";
import type { AddressOf } from "./addresses.ts";
import { keyed } from "./keyed.ts";
import { Line } from "./line.tsx";
import { type Align, type Block, inlineText, type MarkdownCell } from "./tree.ts";
import { Wide } from "./wide.tsx";

const aligned: Record<Align, string> = { left: "text-start", center: "text-center", right: "text-end" };

export function MarkdownTable({
  head,
  rows,
  addressOf,
}: Extract<Block, { kind: "table" }> & { addressOf: AddressOf }) {
  const columns = head.map(({ inline }) => inlineText(inline)).filter(Boolean);
  return (
    <Wide label={`Table: ${columns.join(", ")}`}>
      <table className="w-full border-collapse text-[0.875em] leading-[1.45]">
        <thead>
          <tr>
            {keyed(head).map(({ key, value }) => (
              <Head key={key} cell={value} addressOf={addressOf} />
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows).map(({ key: row, value: cells }) => (
            <tr key={row} className="border-b border-hair align-top">
              {keyed(cells).map(({ key, value: { align, inline } }) => (
                <td
                  key={key}
                  className={classNames("min-w-24 px-2 py-2 first:ps-0 last:pe-0", align && aligned[align])}
                >
                  <Line inline={inline} addressOf={addressOf} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** Header cell of a column; a plain cell if the column has no name. */
function Head({ cell: { align, inline }, addressOf }: { cell: MarkdownCell; addressOf: AddressOf }) {
  const className = classNames(
    "border-b border-rule px-2 py-2 align-bottom text-xs font-normal text-ink-3 first:ps-0 last:pe-0",
    aligned[align ?? "left"],
  );
  if (inline.length === 0) return <td className={className} />;
  return (
    <th scope="col" className={className}>
      <Line inline={inline} addressOf={addressOf} />
    </th>
  );
}
