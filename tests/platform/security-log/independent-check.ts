import { createHash } from "node:crypto";

/**
 * Checks a security log as docs/security-log.md describes it, without the product's code.
 *
 * @throws Error that names the first event that does not continue the chain
 */
export function independentlyChecked(text: string): { count: number; hash: string } {
  let hash = "0".repeat(64);
  let at = 0;
  const lines = text.split("\n").slice(0, -1);
  lines.forEach((line, index) => {
    const event = JSON.parse(line);
    const isNext = event.seq === index + 1 && event.prev === hash && event.at >= at && event.v === 1;
    if (!isNext || written(event) !== line) throw new Error(`event ${event.seq} does not continue the chain`);
    hash = createHash("sha256")
      .update(Buffer.from([0]))
      .update(line, "utf8")
      .digest("hex");
    at = event.at;
  });
  return { count: lines.length, hash };
}

/** Writes canonical JSON: keys sorted by code unit, no whitespace. */
function written(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${written(value[key as keyof typeof value])}`).join(",")}}`;
}
