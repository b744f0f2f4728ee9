const painted = ["fill", "stroke"] as const;

/**
 * Exports a chart as a separate file, with the present theme's colours instead of variables, on the sheet's
 * background.
 */
export function svgFile(svg: SVGSVGElement, title: string): Blob {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  for (const [index, element] of [copy, ...copy.querySelectorAll<SVGElement>("*")].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of painted) {
      if (element.getAttribute(name)?.includes("var(")) element.setAttribute(name, style[name]);
    }
  }
  copy.removeAttribute("aria-hidden");
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "Inter, ui-sans-serif, sans-serif");
  copy.prepend(ground(copy), named(copy, title));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

function ground({ ownerDocument }: SVGElement): SVGElement {
  const rect = ownerDocument.createElementNS("http://www.w3.org/2000/svg", "rect");
  rect.setAttribute("width", "100%");
  rect.setAttribute("height", "100%");
  rect.setAttribute("fill", sheetColour(ownerDocument));
  return rect;
}

function named({ ownerDocument }: SVGElement, title: string): SVGElement {
  const element = ownerDocument.createElementNS("http://www.w3.org/2000/svg", "title");
  element.textContent = title;
  return element;
}

/** Resolves the sheet's colour. A variable with light-dark() has a colour only where it is used. */
function sheetColour(document: Document): string {
  const probe = document.createElement("span");
  probe.className = "bg-sheet";
  document.body.append(probe);
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
}
