import { globSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

/** The addresses of static files begin with it. */
export const staticAddress = "/_next/static/";

const suffix = ".br";

/** Files that the build compressed (scripts/lib/compress-static.mjs), by the address of the original. */
let compressed: ReadonlyMap<string, Buffer> | undefined;

/**
 * Sends a script or a style sheet as the build compressed it: 15 % smaller than Next's gzip, and not compressed again for
 * each request. @returns whether it did; otherwise Next has to answer
 */
export function sendCompressed({ method, url = "", headers }: IncomingMessage, response: ServerResponse) {
  if (method !== "GET" || !/\bbr\b/.test(String(headers["accept-encoding"]))) return false;
  compressed ??= compressedFiles(process.cwd());
  const body = compressed.get(url.replace(/\?.*/s, ""));
  if (body === undefined) return false;
  const kind = /\.css(\?|$)/.test(url) ? "text/css" : "application/javascript";
  response.writeHead(200, {
    "content-type": `${kind}; charset=UTF-8`,
    "content-encoding": "br",
    "content-length": body.length,
    // The name of a file changes with its content.
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  response.end(body);
  return true;
}

/** Reads the compressed files of a built program: some 2 MB. */
function compressedFiles(root: string): Map<string, Buffer> {
  const folder = join(root, ".next/static");
  const names = globSync(`**/*${suffix}`, { cwd: folder });
  return new Map(
    names.map((name) => [
      staticAddress + name.replaceAll("\\", "/").slice(0, -suffix.length),
      readFileSync(join(folder, name)),
    ]),
  );
}
