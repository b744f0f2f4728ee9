import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { send } from "#tests/http/routes.ts";
import type { TestApp } from "#tests/setup/app.ts";

export type HandlersServer = {
  readonly url: string;
  /** What was asked for, oldest first: "GET /studies". */
  readonly asked: string[];
  /** The ranges that were asked for, oldest first. */
  readonly ranges: string[];
  /** The next answers of this many requests whose path has this end are cut off after so many bytes. */
  readonly cut: (path: string, after: number, times: number) => void;
  readonly stop: () => Promise<void>;
};

/** The real handlers behind a real port, whose connections can be made to break. */
export async function startHandlers(app: TestApp): Promise<HandlersServer> {
  const asked: string[] = [];
  const ranges: string[] = [];
  let cutting = { path: "nothing", after: 0, times: 0 };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://evenhand.example");
    asked.push(`${request.method} ${url.pathname.replace("/api/v1", "")}${url.search}`);
    if (request.headers.range !== undefined) ranges.push(request.headers.range);
    const isCut = cutting.times > 0 && url.pathname.endsWith(cutting.path);
    if (isCut) cutting = { ...cutting, times: cutting.times - 1 };
    answer(app, request, response, url, isCut ? cutting.after : Number.POSITIVE_INFINITY).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    ranges,
    cut: (path, after, times) => {
      cutting = { path, after, times };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function answer(app: TestApp, from: IncomingMessage, to: ServerResponse, url: URL, most: number) {
  const parts: Buffer[] = [];
  for await (const part of from) parts.push(part as Buffer);
  const headers = new Headers(Object.entries(from.headers).map(([name, value]) => [name, String(value)]));
  const body = parts.length === 0 ? null : Buffer.concat(parts);
  const answered = await send(app, new Request(url, { method: from.method ?? "GET", headers, body }));
  to.writeHead(answered.status, Object.fromEntries(answered.headers));
  let sent = 0;
  for await (const part of answered.body ?? []) {
    const bytes = Buffer.from(part).subarray(0, most - sent);
    sent += bytes.length;
    await new Promise((resolve) => {
      to.write(bytes, resolve);
    });
    if (sent >= most) break;
  }
  if (sent >= most) to.destroy();
  else to.end();
}
