import { globSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { processWide } from "#server/platform/process/process-wide.ts";
import type { ServerRequest } from "./server-request.ts";

/** The addresses of static files begin with it. */
export const staticAddress = "/_next/static/";

const suffix = ".br";

/**
 * Sends a script or a style sheet as the build compressed it: 15 % smaller than Next's gzip, and not compressed again for
 * each request. @returns whether it did; otherwise Next has to answer
 */
export function sendCompressed({ method, url, headers }: ServerRequest, response: ServerResponse) {
  if (method !== "GET" || !/\bbr\b/.test(String(headers["accept-encoding"]))) return false;
  const compressed = processWide("static-files", () => compressedFiles(process.cwd()));
  const address = url.replace(/\?.*/s, "");
  const body = compressed.get(address);
  if (body === undefined) return false;
  const kind = address.endsWith(".css") ? "text/css" : "application/javascript";
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

/**
 * Reads the files that the build compressed (scripts/lib/compress-static.mjs), some 2 MB, by the address of the original.
 */
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
