import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Context } from "#server/api/trpc/context.ts";
import { checkedPost } from "#server/auth/checked-post.ts";
import { contextOf } from "./request-context.ts";
import { appRouter } from "./root.ts";

const BATCH_LIMIT = 10;

/** The browser's door to the procedures. */
export async function answer(
  request: Request,
  context: (headers: Headers) => Promise<Context> = contextOf,
): Promise<Response> {
  if (request.method !== "POST") return ask(request, context);
  const body = await checkedPost(request);
  if (body instanceof Response) return body;
  const { headers, signal } = request;
  return ask(new Request(request.url, { method: "POST", headers, body, signal }), context);
}

async function ask(request: Request, context: (headers: Headers) => Promise<Context>): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: () => context(request.headers),
    maxBatchSize: BATCH_LIMIT,
    responseMeta: ({ ctx }) => ({ headers: answerHeaders(ctx?.cookies ?? []) }),
  });
  // The browser comes back over the connection of a stream that ended, even to a server that is stopping and waits for
  // its connections.
  if (response.headers.get("content-type") === "text/event-stream")
    response.headers.set("connection", "close");
  return response;
}

function answerHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const line of cookies) headers.append("set-cookie", line);
  return headers;
}
