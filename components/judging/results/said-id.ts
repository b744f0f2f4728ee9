/** Element id of the remarks on a pair on the result page. */
export function saidId(high: number, low: number): string {
  return `said-${high}-${low}`;
}
