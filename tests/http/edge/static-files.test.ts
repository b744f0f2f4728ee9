import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { expect, it, onTestFinished, vi } from "vitest";
import type { ServerRequest } from "#server/http/edge/server-request.ts";
import { sendCompressed, staticAddress } from "#server/http/edge/static-files.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const files = { "chunks/main-1.js": "let main = 1;", "css/look.css": "p { color: red }" };

/** Starts a server in the folder of a built program, which answers "from Next" for all that the build has not compressed. */
async function serve() {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, ".next/static", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, content);
    writeFileSync(`${path}.br`, brotliCompressSync(content));
  }
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  const server = createServer().on("request", (incoming: ServerRequest, response) => {
    if (!sendCompressed(incoming, response)) response.end("from Next");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (path: string, { method = "GET", accepts = "gzip, br" } = {}) => {
    const headers = { connection: "close", ...(accepts !== "" && { "accept-encoding": accepts }) };
    const [answer] = await once(request({ port, path, method, headers }).end(), "response");
    return { headers: answer.headers, body: await buffer(answer) };
  };
}

it("sends what the build compressed, and leaves everything else to Next", async () => {
  const get = await serve();
  for (const [name, type] of [
    ["chunks/main-1.js", "application/javascript; charset=UTF-8"],
    ["css/look.css", "text/css; charset=UTF-8"],
  ] as const) {
    for (const query of ["", "?v=1", "?like=look.css"]) {
      const { headers, body } = await get(staticAddress + name + query);
      expect(headers).toMatchObject({
        "content-type": type,
        "content-encoding": "br",
        "content-length": String(body.length),
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept-encoding",
      });
      expect(brotliDecompressSync(body).toString()).toBe(files[name]);
    }
  }
  const script = `${staticAddress}chunks/main-1.js`;
  for (const [path, headersSent] of [
    [script, { accepts: "gzip" }],
    [script, { accepts: "" }],
    [script, { accepts: "brotli" }],
    [script, { method: "POST" }],
    [`${script}.br`, {}],
    [`${staticAddress}chunks/main-2.js`, {}],
    ["/chunks/main-1.js", {}],
  ] as const) {
    const { headers, body } = await get(path, headersSent);
    expect([path, headersSent, body.toString()]).toEqual([path, headersSent, "from Next"]);
    expect(headers).not.toHaveProperty("content-encoding");
  }
});
