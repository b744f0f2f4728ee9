import { posix } from "node:path";
import { importsOf } from "./imports.ts";
import type { SourceFile } from "./source-files.ts";

/** The imports between places, including types: from -> to -> one such import. */
export type Arrows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Collects imports between places. @param placeOf the place of a file: the file itself, its folder, or its area */
export function arrowsBetween(files: readonly SourceFile[], placeOf: (file: string) => string): Arrows {
  const arrows = new Map<string, Map<string, string>>();
  for (const { file, source } of files) {
    for (const { target } of importsOf(file, source)) {
      const [from, to] = [placeOf(file), placeOf(target)];
      if (from === to) continue;
      const out = arrows.get(from) ?? new Map<string, string>();
      if (!out.has(to)) out.set(to, `${file} -> ${target}`);
      arrows.set(from, out);
    }
  }
  return arrows;
}

export function folderOf(file: string): string {
  return posix.dirname(file);
}

/** Returns the area of a file, with all folders below it: `components/rounds`, `server/audit-log`. */
export function areaOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

/** Finds each circle once, as the imports that close it; none if all imports lead downwards. */
export function circlesIn(arrows: Arrows): string[][] {
  const done = new Set<string>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (place: string): void => {
    const start = path.indexOf(place);
    if (start >= 0) circles.push(importsAlong([...path.slice(start), place], arrows));
    if (start >= 0 || done.has(place)) return;
    path.push(place);
    for (const next of arrows.get(place)?.keys() ?? []) visit(next);
    path.pop();
    done.add(place);
  };
  for (const place of arrows.keys()) visit(place);
  return circles;
}

function importsAlong(places: readonly string[], arrows: Arrows): string[] {
  return places.slice(1).map((to, index) => arrows.get(places[index] ?? "")?.get(to) ?? "");
}
