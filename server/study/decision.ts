/** The default for a study that does not say what it decides. */
export const plainDecision = "who is picked";

/** Returns the typed decision as it reads in the middle of a sentence: "who gets a small loan". */
export function decisionInWords(typed = ""): string {
  const words = typed.trim().replace(/[\s?.!]+$/u, "");
  return words === "" ? plainDecision : words.charAt(0).toLowerCase() + words.slice(1);
}

/** Returns the decision as a question: "Who gets a small loan?", "¿Quién recibe un préstamo?" */
export function decisionAsQuestion(decision: string): string {
  const isSpanish = /^(a |de )?quién/i.test(decision);
  return `${isSpanish ? "¿" : ""}${decision.charAt(0).toUpperCase()}${decision.slice(1)}?`;
}

/** Checks whether the decision begins with "who" in English, German or Spanish, so that it reads as a question. */
export function isDecision(typed = ""): boolean {
  return typed.trim() === "" || /^(who(m|se)?|we[rnm]|wessen|(a |de )?quién(es)?)\s+\S/i.test(typed.trim());
}
