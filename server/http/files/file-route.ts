import { headers } from "next/headers";
import { transportCodeOf } from "#server/http/trpc/error-codes.ts";
import { isStorageTrouble, refusalOf } from "#server/platform/app/refusals.ts";

/**
 * Makes the handler of a file route, which also answers while the database is unavailable: a sentence, and whether to
 * retry. A browser that opens the address itself gets a refusal's sentence as text.
 */
export function fileRoute<Params>(answer: (request: Request, params: Params) => Promise<Response>) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const made = await answer(request, await params).catch(refusedStorage);
    const isRefusal = made.status >= 400 && made.headers.get("content-type") === "application/json";
    if (!isRefusal || (await headers()).get("sec-fetch-mode") !== "navigate") return made;
    const { message } = (await made.json()) as { message: string };
    made.headers.set("content-type", "text/plain; charset=utf-8");
    return new Response(`${message}\n`, { status: made.status, headers: made.headers });
  };
}

function refusedStorage(error: unknown): Response {
  const refusal = isStorageTrouble(error) ? refusalOf(error) : undefined;
  if (refusal === undefined) throw error;
  const { code, message, retryAfter } = refusal;
  const given = new Headers({ "cache-control": "no-store" });
  if (retryAfter !== undefined) given.set("retry-after", String(retryAfter));
  const status = transportCodeOf(code) === "SERVICE_UNAVAILABLE" ? 503 : 500;
  return Response.json({ message, problems: [] }, { status, headers: given });
}
