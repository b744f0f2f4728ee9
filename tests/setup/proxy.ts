import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/**
 * A proxy for several servers as docs/operations.md requires: round-robin, with the original Host and the client address it
 * saw; it skips an unreachable server.
 */
export async function startProxy(port: number, ports: readonly number[]) {
  let turn = 0;
  const taken = new Map(ports.map((each) => [each, 0]));
  const forward = (incoming: IncomingMessage, body: Buffer, response: ServerResponse, tries: number) => {
    const to = ports[turn++ % ports.length] ?? 0;
    const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
    const { method, url: path } = incoming;
    const forwarded = request({ host: "127.0.0.1", port: to, method, path, headers }, (answer) => {
      taken.set(to, (taken.get(to) ?? 0) + 1);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => {
      if (tries > 1) forward(incoming, body, response, tries - 1);
      else response.writeHead(502).end();
    });
    forwarded.end(body);
  };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    forward(incoming, Buffer.concat(chunks), response, ports.length);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return { taken, close: () => server.close() };
}
