/** "812 bytes", "1.4 MB": as file managers write them. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [unit, size] = bytes < 1_000_000 ? ["KB", 1_000] : ["MB", 1_000_000];
  return `${(bytes / size).toLocaleString("en-GB", { maximumFractionDigits: 1 })} ${unit}`;
}
