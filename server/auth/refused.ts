import { publicOrigin } from "#server/services/process/public-address.ts";

/** Why a request is turned away at the front door. */
export type Refused = "host" | "address" | "method" | "busy" | "busy-call";

/** Where Next is sent in place of what was asked for. */
export function refusedPath(why: Refused): string {
  return `/api/refused/${why}`;
}

/** The answer at that address, for whoever is led there and whoever asks for it. */
export function answerRefused(why: string): Response {
  if (why === "host") {
    return refusal(
      421,
      `This server answers at ${publicOrigin()} alone (docs/operations.md, NEXTAUTH_URL).\n`,
    );
  }
  if (why === "address") return refusal(400, "This address cannot be read.\n");
  if (why === "method") return refusal(405, "A page can only be looked at.\n", { allow: "GET, HEAD" });
  if (why === "busy") return refusal(503, busyPage, { ...later, "content-type": "text/html; charset=utf-8" });
  if (why === "busy-call") return Response.json({ error: busyCall }, { status: 503, headers: later });
  return refusal(404, "There is nothing at this address.\n");
}

const later = { "retry-after": "1", "cache-control": "no-store" };
const busyWords = "The server is busy and nothing was changed. Try again in a moment.";

/** As procedures refuse (server/api/trpc/error-shape.ts), so that a page keeps what it has and tries again. */
const busyCall = {
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
};

/** It costs nothing to make, and looks again by itself. */
const busyPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="3"><title>Busy · Evenhand</title>
<h1>The server is busy</h1><p>Nothing was changed, and what you judged is kept on your device. This page tries again by itself.</p>
</html>\n`;

function refusal(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(sentence, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
