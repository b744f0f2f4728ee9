import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { noteAnswer } from "#server/services/process/answers.ts";
import { isCrowded, noteArrival } from "#server/services/process/crowd.ts";
import { isOwnHost } from "#server/services/process/public-address.ts";
import { type CurrentRequest, enterRequest, requestIdHeader } from "#server/services/process/request.ts";
import { stopping } from "#server/services/process/stopping.ts";
import { peerHeader, proxyHeader } from "./network.ts";
import { type Refused, refusedPath } from "./refused.ts";
import { responseHeaders } from "./response-headers.ts";

/**
 * What happens to every request before Next reads it, files and refusals included: it gets an id, and the address of its
 * connection, which nobody can claim (Next shows route handlers only headers, and x-forwarded-for is whatever a client
 * likes to say), its answer gets the headers that hold for all, and what no door of ours takes is led to its refusal.
 *
 * @returns what ends it
 */
export function watchFrontDoor(): () => void {
  subscribe(requestStart, receive);
  return () => unsubscribe(requestStart, receive);
}

/** For whoever looks after servers, and asks each by its own address: app/livez, app/readyz, app/metrics. */
const keepersPaths = ["/livez", "/readyz", "/metrics"];

const requestStart = "http.server.request.start";

function receive(message: unknown): void {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const current = enterRequest(givenId(request));
  request.headers[requestIdHeader] = current.id;
  request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
  // Told from what comes in: Next itself adds x-forwarded-for to whatever has none.
  request.headers[proxyHeader] =
    "x-forwarded-for" in request.headers || "forwarded" in request.headers ? "1" : "0";
  for (const [name, value] of Object.entries(responseHeaders(request.url ?? "")))
    response.setHeader(name, value);
  response.setHeader(requestIdHeader, current.id);
  // Whoever comes back shall come to the next server.
  if (stopping().aborted) response.setHeader("connection", "close");
  noteAnswer(current, request, response);
  const refused = refusalOf(request);
  beforeHead(response, noteArrival(response).begun, current);
  if (refused === undefined) return;
  request.url = refusedPath(refused);
  request.method = "GET";
}

/** What is done when an answer begins: that the database was away is told as it is, and not as an error of the server's. */
function beforeHead(response: ServerResponse, begun: () => void, current: CurrentRequest): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    begun();
    if (status !== 500 || !current.isStorageAway) return writeHead(status, ...rest);
    response.setHeader("retry-after", "1");
    return writeHead(503, ...rest);
  };
}

function givenId({ headers }: IncomingMessage): string | undefined {
  const given = headers[requestIdHeader];
  return typeof given === "string" ? given : undefined;
}

function refusalOf({ headers, method = "GET", url = "" }: IncomingMessage): Refused | undefined {
  if (keepersPaths.includes(url)) return undefined;
  // A page of another site whose name was made to lead here could otherwise read this server's answers.
  if (!url.startsWith("/") || !isOwnHost(headers.host)) return "host";
  if (!isReadable(url)) return "address";
  if (isCrowded() && !url.startsWith("/_next/static/"))
    return url.startsWith("/api/trpc/") ? "busy-call" : "busy";
  if (method === "GET" || method === "HEAD") return undefined;
  // TRACE would send cookies back to whoever asks; Next can make no request of it and fails.
  return isPage(url) || method === "TRACE" ? "method" : undefined;
}

/** Next fails at a path that is no text in UTF-8. */
function isReadable(url: string): boolean {
  try {
    return decodeURIComponent(url.split("?", 1)[0] ?? "") !== "";
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Pages are only looked at. What they change goes to the API, and there are no server actions to be guessed at. */
function isPage(url: string): boolean {
  return !url.startsWith("/api/") && !(process.env.NODE_ENV === "development" && url.startsWith("/_"));
}
