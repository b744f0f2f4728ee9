import type { RenderFunction } from "@observablehq/plot";
import { spread } from "#components/ui/charts/scale.ts";
import type { RunLine } from "./lines.ts";

const namespace = "http://www.w3.org/2000/svg";
const apart = 15;

/** Custom mark for Plot: the letter of each line at its end, moved apart where they would overlap. */
export function lineLabels(lines: readonly RunLine[], isLog: boolean): RenderFunction {
  return (_index, { x, y }, _values, { height, marginTop, marginBottom }, { document }) => {
    const group = document.createElementNS(namespace, "g");
    const ends = lines.flatMap(({ look, mean }) => {
      const end = mean.findLast(({ value }) => !isLog || value > 0);
      return end === undefined ? [] : [{ look, end }];
    });
    const room = height - marginTop - marginBottom;
    const places = spread(
      ends.map(({ end }) => Number(y?.(end.value) ?? 0) - marginTop),
      apart,
      room,
    );
    for (const [index, { look, end }] of ends.entries()) {
      const text = document.createElementNS(namespace, "text");
      text.textContent = look.letter;
      text.setAttribute("x", String(Number(x?.(end.round) ?? 0) + 7));
      text.setAttribute("y", String(marginTop + (places[index] ?? 0) + 4));
      text.setAttribute("fill", "var(--ink)");
      text.setAttribute("font-size", "13");
      text.setAttribute("font-weight", "620");
      group.append(text);
    }
    return group;
  };
}
