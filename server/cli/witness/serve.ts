import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { WitnessReply, WitnessServer } from "./witness.ts";

const longestBody = 100_000;
const timeoutMs = 10_000;

/** Serves the witness over HTTP. */
export function serve(witness: WitnessServer): Server {
  const server = createServer((request, response) => {
    answer(witness, request)
      .catch((error: unknown): WitnessReply => {
        console.error(error);
        return { status: 500, text: "The witness failed.\n" };
      })
      .then((given) => send(response, given));
  });
  server.requestTimeout = timeoutMs;
  return server;
}

async function answer(witness: WitnessServer, request: IncomingMessage): Promise<WitnessReply> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://witness");
  const isGet = request.method === "GET";
  if (pathname === "/restores" && isGet) return witness.restores(searchParams.get("origin") ?? "");
  const isKnown = pathname === "/add-checkpoint" || pathname === "/add-restored";
  if (!isKnown)
    return { status: 404, text: "Addresses: /add-checkpoint, /add-restored, /restores?origin=NAME.\n" };
  if (request.method !== "POST") return { status: 405, text: "A checkpoint is posted.\n" };
  const body = await readBody(request);
  if (body === null) return { status: 413, text: "The request is too long.\n" };
  return pathname === "/add-checkpoint" ? witness.addCheckpoint(body) : witness.addRestored(body);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > longestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(
  response: ServerResponse,
  { status, text, type = "text/plain; charset=utf-8" }: WitnessReply,
): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
  response.end(text);
}
