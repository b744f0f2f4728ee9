import { headers } from "next/headers";
import { refusalOf } from "#server/platform/app/refusals.ts";
import { incident } from "#server/platform/process/incident.ts";
import { refusalAnswer } from "./answers.ts";

/**
 * Makes the handler of a file route. It answers a refusal in its own words, and an unexpected error with an incident
 * number to quote. A browser that opens the address itself gets the sentence as text.
 */
export function fileRoute<Params>(answer: (request: Request, params: Params) => Promise<Response>) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    try {
      return await answer(request, await params);
    } catch (error) {
      const refused = refusedBy(error, request);
      if ((await headers()).get("sec-fetch-mode") !== "navigate") return refused;
      const { message } = (await refused.json()) as { message: string };
      refused.headers.set("content-type", "text/plain; charset=utf-8");
      return new Response(`${message}\n`, { status: refused.status, headers: refused.headers });
    }
  };
}

function refusedBy(error: unknown, { url }: Request): Response {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusalAnswer(refusal);
  // The last part of an address is the name of a file, and never a token or an id.
  const { message } = incident(error, new URL(url).pathname.split("/").at(-1) ?? "");
  return Response.json({ message }, { status: 500, headers: { "cache-control": "no-store" } });
}
