/** Where on a result page stands what was said of a pair. */
export function saidId(high: number, low: number): string {
  return `said-${high}-${low}`;
}
