/** How people write yes and no, in some languages of Europe. */
const yesWords = new Set([
  "yes",
  "y",
  "true",
  "t",
  "ja",
  "j",
  "oui",
  "sí",
  "si",
  "sì",
  "sim",
  "da",
  "tak",
  "ano",
  "kyllä",
]);
const noWords = new Set(["no", "n", "false", "f", "nein", "nee", "nej", "non", "não", "nie", "ne", "ei"]);

/** null if the cell is neither. */
export function readYesNo(cell: string): "yes" | "no" | null {
  const word = cell.toLowerCase();
  if (yesWords.has(word)) return "yes";
  return noWords.has(word) ? "no" : null;
}
