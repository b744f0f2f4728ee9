/** The default for a study that does not say what it decides. */
export const plainDecision = "who is picked";

/** Returns the typed decision as it reads in the middle of a sentence: "who gets a small loan". */
export function decisionInWords(typed = ""): string {
  const words = typed.trim().replace(/[\s?.!]+$/u, "");
  return words === "" ? plainDecision : words.replace(/^W/, "w");
}

/** Returns the decision as a question: "Who gets a small loan?" */
export function decisionAsQuestion(decision: string): string {
  return `${decision.charAt(0).toUpperCase()}${decision.slice(1)}?`;
}

/** Checks whether the decision fits into the auditors' sentence "when it is decided who ...". */
export function isDecision(typed = ""): boolean {
  return typed.trim() === "" || /^who(m|se)?\s+\S/i.test(typed.trim());
}
