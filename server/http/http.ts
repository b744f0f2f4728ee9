import { getTRPCErrorFromUnknown, type TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { isDomainError } from "#server/errors.ts";
import { checkedPost } from "#server/http/auth/checked-post.ts";
import { readSessionStatus } from "#server/http/auth/session.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import { toTransport } from "#server/http/trpc/error-shape.ts";
import { getApp } from "#server/platform/app/app.ts";
import { anonymousBodyLimit, bodyLimitOf } from "./edge/body-limits.ts";
import { refuseWhenBusy } from "./edge/refuse-when-busy.ts";
import { contextOf } from "./request-context.ts";
import { appRouter } from "./root.ts";

const endpoint = "/api/trpc";
const BATCH_LIMIT = 10;

/** What is read of a call: by Next a `Request`, by `answerCall` the parts of Node's request. */
export type CallRequest = Pick<Request, "method" | "url" | "headers" | "signal"> & {
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** Answers procedure calls from browsers. */
export async function answer(
  request: CallRequest,
  contextFor: (request: CallRequest) => Promise<RequestContext> = contextIfRoom,
): Promise<Response> {
  let context: Promise<RequestContext> | undefined;
  const once = () => {
    context ??= contextFor(request).catch(refuse);
    return context;
  };
  const { method, url, headers, signal } = request;
  if (method !== "POST") return ask(new Request(url, { method, headers, signal }), once);
  const body = await checkedPost(request, () => bodyLimit(request, once));
  if (body instanceof Response) return body;
  return ask(new Request(url, { method, headers, body, signal }), once);
}

async function contextIfRoom({ headers, method }: CallRequest): Promise<RequestContext> {
  refuseWhenBusy(await getApp(), method);
  return contextOf(headers, readSessionStatus(headers.get("cookie")));
}

/** Refuses a call when the database cannot identify the session: a refusal like any other. */
function refuse(error: unknown): never {
  throw toTransport(getTRPCErrorFromUnknown(error));
}

/**
 * A signed-in account may send as much as the procedure needs. Without a context the call fails, and reports that
 * itself.
 */
async function bodyLimit({ url }: CallRequest, context: () => Promise<RequestContext>): Promise<number> {
  const isAnonymous = await context().then(
    ({ session }) => session === null,
    () => false,
  );
  return isAnonymous ? anonymousBodyLimit : bodyLimitOf(pathsOf(url));
}

/** Makes the Retry-After header with the longest wait of these refusals. */
function waitOf(errors: readonly TRPCError[]): { "retry-after"?: string } {
  const seconds = errors.flatMap(({ cause }) => (isDomainError(cause) ? (cause.retryAfter ?? []) : []));
  return seconds.length === 0 ? {} : { "retry-after": String(Math.max(...seconds)) };
}

/** Names of the procedures that a request calls: one, or a batch of them. */
function pathsOf(url: string): string[] {
  return new URL(url).pathname.slice(`${endpoint}/`.length).split(/,|%2c/i);
}

async function ask(request: Request, context: () => Promise<RequestContext>): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint,
    req: request,
    router: appRouter,
    createContext: context,
    maxBatchSize: BATCH_LIMIT,
    responseMeta: ({ ctx, errors }) => ({ headers: answerHeaders(ctx?.cookies ?? [], waitOf(errors)) }),
  });
  // The browser would reconnect over the connection of an ended stream, even to a server that is stopping and waits for
  // its connections.
  if (response.headers.get("content-type") === "text/event-stream")
    response.headers.set("connection", "close");
  return response;
}

function answerHeaders(cookies: readonly string[], wait: Readonly<Record<string, string>>): Headers {
  const headers = new Headers({ "cache-control": "no-store", ...wait });
  for (const line of cookies) headers.append("set-cookie", line);
  return headers;
}
