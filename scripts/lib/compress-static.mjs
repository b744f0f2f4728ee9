import { globSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

/**
 * Compresses the scripts and style sheets of a build, next to each. The server sends them so
 * (server/http/auth/static-files.ts).
 */
export function compressStatic(root) {
  for (const file of globSync(`${root}/.next/static/**/*.{js,css}`)) {
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}
