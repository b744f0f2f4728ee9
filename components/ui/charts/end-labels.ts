import type { RenderFunction } from "@observablehq/plot";
import { spread } from "./scale.ts";
import type { EndLabel } from "./series.ts";

const namespace = "http://www.w3.org/2000/svg";
const apart = 40;
const lineHeight = 15;
/** Longest name that a label has in one line, in characters: more does not fit next to a chart on a phone. */
const longestLine = 16;

/** Distance of a label from the end of its line, in pixels. */
export const labelGap = 8;

/** Room for the piece of line before a label's figure, in pixels. The name is below the line. */
export const figureInset = 24;

/** Custom mark for Plot: the labels at the right edge, moved apart, each with a piece of its line. */
export function endLabels(labels: readonly EndLabel[]): RenderFunction {
  return (_index, { y }, _values, { width, height, marginTop, marginRight, marginBottom }, { document }) => {
    const group = document.createElementNS(namespace, "g");
    const heightOf = (value: number) => Number(y?.(value) ?? 0) - marginTop;
    const furtherLines = Math.max(1, ...labels.map(({ name }) => nameLines(name).length)) - 1;
    const further = furtherLines * lineHeight;
    // The lowest name ends above the words of the axis.
    const room = height - marginTop - marginBottom - 18 - further;
    const places = spread(
      labels.map((label) => heightOf(label.at)),
      apart + further,
      room,
    );
    for (const [index, label] of labels.entries()) {
      const top = marginTop + (places[index] ?? 0);
      group.append(...drawLabel(document, label, width - marginRight + labelGap, top));
    }
    return group;
  };
}

function drawLabel(document: Document, { figure, name, look }: EndLabel, left: number, top: number) {
  const line = element(document, "line", {
    x1: left,
    x2: left + 18,
    y1: top,
    y2: top,
    stroke: look.stroke,
    "stroke-width": look.strokeWidth,
    ...("strokeDasharray" in look && { "stroke-dasharray": look.strokeDasharray }),
  });
  const text = { "font-size": 13, "text-anchor": "start" };
  const above = element(document, "text", {
    ...{ ...text, x: left + figureInset, y: top + 4 },
    ...{ fill: "var(--ink)", "font-weight": 620 },
  });
  above.textContent = figure;
  const below = nameLines(name).map((words, index) => {
    const y = top + 20 + index * lineHeight;
    const each = element(document, "text", { ...text, x: left, y, fill: "var(--ink-2)" });
    each.textContent = words;
    return each;
  });
  return [line, above, ...below];
}

/** Splits a long name of a label at the space nearest to its middle. */
export function nameLines(name: string): string[] {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (name.length <= longestLine || spaces.length === 0) return [name];
  const fromMiddle = (at: number) => Math.abs(at - name.length / 2);
  const end = spaces.reduce((best, at) => (fromMiddle(at) < fromMiddle(best) ? at : best));
  return [name.slice(0, end), name.slice(end + 1)];
}

function element(document: Document, name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
