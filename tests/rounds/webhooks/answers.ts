import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Answer = (response: ServerResponse, socket: Socket, request: IncomingMessage) => void;

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end();
}

/** Receivers that misbehave, with the resulting status or failure. */
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

/** Receivers that keep a sender waiting until its timeout. */
export const hanging: Readonly<Record<string, Answer>> = {
  "never answers": () => undefined,
  "sends headers byte by byte, without end": (_, socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx: ");
    const more = setInterval(() => socket.write("y"), 20);
    socket.on("close", () => clearInterval(more));
    socket.on("error", () => clearInterval(more));
  },
};

/** Receivers whose process stops or ends when a message arrives. */
export const dying: Readonly<Record<string, readonly [Answer, string]>> = {
  "stops with SIGSTOP": [() => process.kill(process.pid, "SIGSTOP"), "no-answer"],
  "is killed with SIGKILL": [() => process.kill(process.pid, "SIGKILL"), "cut-off"],
};
