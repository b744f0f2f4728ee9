/** Describes what follows when an operator ends a seat or, in a study that is over, the role of its auditor. */
export function endingWords(displayName: string, isOver: boolean): string {
  const kept = `${displayName} keeps receipts and results of past rounds, and nothing else.`;
  if (isOver) return `${kept} The seat stays in the list as it was.`;
  return `${kept} In an open round the place stays empty to its end: to put somebody there, replace instead.`;
}
