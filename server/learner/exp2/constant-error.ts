/** Returns q + (1 - 2q) y: the errors per person of a rule that gives everyone the chance q. */
export function constantError(chance: number, yesShare: number): number {
  return chance + (1 - 2 * chance) * yesShare;
}
