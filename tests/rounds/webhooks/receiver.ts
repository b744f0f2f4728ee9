import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Received = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Answer = (response: ServerResponse, socket: Socket, request: IncomingMessage) => void;

/** A receiver of webhooks on this machine. It answers each message as the next function says, the last one for ever. */
export async function startReceiver(...answers: readonly Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ body: Buffer.concat(chunks).toString(), headers });
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? status(204);
    answer(response, request.socket, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, port, address: `http://127.0.0.1:${port}/events` };
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end();
}

/** Receivers that misbehave, with the status or the failure that each comes to. */
export const hostile: Readonly<Record<string, readonly [Answer, number | string]>> = {
  "redirects to another address": [status(302, { location: "http://127.0.0.1:1/" }), 302],
  "names a length and closes early": [
    (response, socket) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("no more");
      socket.end();
    },
    200,
  ],
  "sends more than the length it named": [
    (_, socket) => socket.end("HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nfar more than two"),
    204,
  ],
  "names two lengths": [
    (_, socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 7\r\n\r\nwhat"),
    "unreadable",
  ],
  "closes without an answer": [(_, socket) => socket.destroy(), "cut-off"],
  "sends an answer without end": [
    (response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    },
    200,
  ],
  "sends headers without end": [
    (_, socket) => {
      socket.on("error", () => undefined);
      socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`);
    },
    "unreadable",
  ],
  "does not speak HTTP": [(_, socket) => socket.end("220 mail.example.org ESMTP\r\n"), "unreadable"],
};
