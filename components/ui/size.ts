/** Formats a size as file managers do: "812 bytes", "1.4 MB", "2.3 GB". */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [unit, size] = unitFor(bytes);
  return `${(bytes / size).toLocaleString("en-GB", { maximumFractionDigits: 1 })} ${unit}`;
}

function unitFor(bytes: number): [unit: string, size: number] {
  if (bytes < 1_000_000) return ["KB", 1_000];
  return bytes < 1_000_000_000 ? ["MB", 1_000_000] : ["GB", 1_000_000_000];
}
