import type { Node, Place } from "./tree.ts";

/** One small change of a source text. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** What can be changed at a place, if anything. */
export type Operator = (place: Place) => readonly Edit[];

export function replace({ start, end }: Node, text: string): Edit {
  return { start, end, text };
}

/** Each of the elements left out in turn. */
export function leaveOutEach(elements: readonly Node[]): Edit[] {
  return elements.map((_, index) => leaveOut(elements, index));
}

/** Leaves out one of the elements of a list, with the comma that belongs to it. */
function leaveOut(elements: readonly Node[], index: number): Edit {
  const [before, element, after] = [elements[index - 1], elements[index], elements[index + 1]];
  if (!element) throw new Error(`a list of ${elements.length} has no element ${index}`);
  if (after) return { start: element.start, end: after.start, text: "" };
  return { start: before?.end ?? element.start, end: element.end, text: "" };
}
