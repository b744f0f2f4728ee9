/** Words for yes and no, in some European languages, and the digits that mean them. */
const yesWords = new Set([
  "1",
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
const noWords = new Set([
  "0",
  "no",
  "n",
  "false",
  "f",
  "nein",
  "nee",
  "nej",
  "non",
  "não",
  "nie",
  "ne",
  "ei",
]);

/** Returns null if the cell is neither. */
export function readYesNo(cell: string): "yes" | "no" | null {
  const word = cell.toLowerCase();
  if (yesWords.has(word)) return "yes";
  return noWords.has(word) ? "no" : null;
}
