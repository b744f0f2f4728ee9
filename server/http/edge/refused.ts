import type { ServerResponse } from "node:http";
import { publicOrigin } from "#server/platform/process/public-address.ts";

/**
 * Why the request guard turns a request away; "alive" and "starting-keeper" are answers to health checks while the
 * server starts.
 */
export type Refused =
  | keyof typeof waits
  | ("host" | "address" | "moved" | "method")
  | ("starting-keeper" | "alive");

type Refusal = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** Ends a response with a refusal. This costs next to nothing, whatever was requested. */
export function answerRefused(why: Refused, response: ServerResponse): void {
  // Stryker disable next-line StringLiteral,LogicalOperator: a request to a server has an address
  const { status, headers, body } = refusalFor(why, response.req.url ?? "/");
  response.writeHead(status, { ...headers, "cache-control": "no-store" });
  response.end(body);
}

function refusalFor(why: Refused, path: string): Refusal {
  switch (why) {
    case "host":
      return inWords(
        421,
        `This server answers at ${publicOrigin()} alone (docs/operations.md, NEXTAUTH_URL).\n`,
      );
    case "address":
      return inWords(400, "This address cannot be read.\n");
    case "moved":
      return movedTo(publicOrigin() + path);
    case "method":
      return inWords(405, "A page can only be looked at.\n", { allow: "GET, HEAD" });
    case "starting-keeper":
      return inWords(503, "This server is starting.\n", later);
    case "alive":
      return inWords(200, "Alive.\n");
    default:
      return waits[why];
  }
}

const later = { "retry-after": "1" };

/** Refusals of a server that is busy or starts: a page that reloads by itself, and the answers to calls. */
const waits = {
  busy: toWait("text/html; charset=utf-8", pageThat("Busy", "is busy")),
  "busy-call": toWait("application/json", callThat("is busy")),
  "busy-program": toWait("application/problem+json", problemThat("is busy")),
  starting: toWait("text/html; charset=utf-8", pageThat("Starting", "is starting")),
  "starting-call": toWait("application/json", callThat("is starting")),
  "starting-program": toWait("application/problem+json", problemThat("is starting")),
} as const;

function toWait(type: string, body: string): Refusal {
  return { status: 503, headers: { ...later, "content-type": type }, body };
}

function wordsThat(waits: string): string {
  return `The server ${waits} and nothing was changed. Try again in a moment.`;
}

/** Formats a refusal like those of procedures (server/http/trpc/error-shape.ts): a page keeps its state and retries. */
function callThat(waits: string): string {
  return JSON.stringify({
    error: {
      message: wordsThat(waits),
      code: -32603,
      data: {
        code: "SERVICE_UNAVAILABLE",
        httpStatus: 503,
        refusal: "busy",
        problems: [],
        incident: null,
        request: null,
      },
    },
  });
}

/** Formats a refusal like those of the API for programs (server/http/rest/problem.ts). */
function problemThat(waits: string): string {
  return JSON.stringify({
    type: "urn:evenhand:busy",
    title: "Service Unavailable",
    status: 503,
    detail: wordsThat(waits),
    code: "busy",
    problems: [],
    incident: null,
    request: null,
  });
}

function pageThat(title: string, waits: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="3"><title>${title} · Evenhand</title>
<h1>The server ${waits}</h1><p>Nothing was changed, and what you judged is kept on your device. This page tries again by itself.</p>
</html>\n`;
}

/**
 * Redirects a browser that used another name of this machine. Not permanently: another program may use that name later.
 */
function movedTo(address: string): Refusal {
  return inWords(307, `Evenhand is at ${address}\n`, { location: address });
}

function inWords(status: number, body: string, headers: Record<string, string> = {}): Refusal {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}
