import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/**
 * Compresses the scripts and style sheets of a build, next to each. The server sends them so
 * (server/http/edge/static-files.ts).
 */
export function compressStatic(root) {
  const folder = join(root, ".next/static");
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css)$/.test(file)) continue;
    const path = join(folder, file);
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}
