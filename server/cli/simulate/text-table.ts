/** Formats columns aligned with spaces: words to the left, everything else to the right. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  const isWord = header.map((_, i) => rows.every((row) => /^[a-z]/.test(row[i] ?? "")));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (isWord[i] ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return `${[header, ...rows].map(line).join("\n")}\n`;
}
