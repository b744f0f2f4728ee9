import { publicOrigin } from "#server/services/process/public-address.ts";

/** Why a request is turned away at the front door. */
export type Refused = "host" | "address" | "method";

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
  return refusal(404, "There is nothing at this address.\n");
}

function refusal(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(sentence, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
