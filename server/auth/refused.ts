import type { ServerResponse } from "node:http";
import { publicOrigin } from "#server/services/process/public-address.ts";

/** Why a request is turned away at the front door. */
export type Refused = "host" | "address" | "method" | "busy" | "busy-call" | "busy-program";

type Refusal = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** Ends an answer with it. It costs next to nothing, whatever was asked for. */
export function answerRefused(why: Refused, response: ServerResponse): void {
  const { status, headers, body } = refusalFor(why);
  response.writeHead(status, { ...headers, "cache-control": "no-store" });
  response.end(body);
}

function refusalFor(why: Refused): Refusal {
  switch (why) {
    case "host":
      return inWords(
        421,
        `This server answers at ${publicOrigin()} alone (docs/operations.md, NEXTAUTH_URL).\n`,
      );
    case "address":
      return inWords(400, "This address cannot be read.\n");
    case "method":
      return inWords(405, "A page can only be looked at.\n", { allow: "GET, HEAD" });
    case "busy":
      return {
        status: 503,
        headers: { ...later, "content-type": "text/html; charset=utf-8" },
        body: busyPage,
      };
    case "busy-program":
      return {
        status: 503,
        headers: { ...later, "content-type": "application/problem+json" },
        body: busyProblem,
      };
    case "busy-call":
      return { status: 503, headers: { ...later, "content-type": "application/json" }, body: busyCall };
  }
}

const later = { "retry-after": "1" };
const busyWords = "The server is busy and nothing was changed. Try again in a moment.";

/** As procedures refuse (server/api/trpc/error-shape.ts), so that a page keeps what it has and tries again. */
const busyCall = JSON.stringify({
  error: {
    message: busyWords,
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

/** As programs are refused (server/api/programs/problem.ts). */
const busyProblem = JSON.stringify({
  type: "urn:evenhand:busy",
  title: "Service Unavailable",
  status: 503,
  detail: busyWords,
  code: "busy",
  problems: [],
  incident: null,
  request: null,
});

/** It costs nothing to make, and looks again by itself. */
const busyPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="3"><title>Busy · Evenhand</title>
<h1>The server is busy</h1><p>Nothing was changed, and what you judged is kept on your device. This page tries again by itself.</p>
</html>\n`;

function inWords(status: number, body: string, headers: Record<string, string> = {}): Refusal {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}
