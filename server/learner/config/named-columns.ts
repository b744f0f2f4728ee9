import type { HypothesisSpec } from "./spec.ts";

/** Returns the names of the columns that rules ask about; none for a listed class, whose rules are in a file. */
export function namedColumns(spec: HypothesisSpec): string[] {
  const named = new Set<string>();
  JSON.stringify(spec, (key, value) => {
    if (key === "column") named.add(value);
    return value;
  });
  return [...named];
}
