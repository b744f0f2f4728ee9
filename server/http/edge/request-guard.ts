import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { noteAnswer } from "#server/platform/process/count-answers.ts";
import { admit, noteArrival, noteConnection, shouldShed } from "#server/platform/process/load-shedding.ts";
import { phase } from "#server/platform/process/phase.ts";
import { isOwnHost, isPublicHost } from "#server/platform/process/public-address.ts";
import { type CurrentRequest, enterRequest, requestIdHeader } from "#server/platform/process/request.ts";
import { stopping } from "#server/platform/process/stopping.ts";
import { networkOf, peerHeader, proxyHeader } from "./network.ts";
import { answerRefused, type Refused } from "./refused.ts";
import { lengthHeader, responseHeaders } from "./response-headers.ts";
import type { ServerRequest } from "./server-request.ts";
import { sendCompressed, staticAddress } from "./static-files.ts";

/**
 * Installs the guard that handles every request before Next reads it, files and refusals included. The request gets an
 * id and the address of its connection, which a client cannot fake: Next shows route handlers only headers, and
 * x-forwarded-for is whatever a client sends. The answer gets the headers that all answers have. Invalid requests are
 * refused.
 *
 * @param answerCall answers procedure calls instead of Next; left out where Next answers them too
 * @returns a function that removes the guard
 */
export function installRequestGuard(answerCall?: RequestListener): () => void {
  const refusals: Refusals = new WeakMap();
  const guarded = new WeakSet<Server>();
  const receive = (message: unknown) => {
    const { request, response, server } = message as Arrival;
    if (!guarded.has(server)) guardServer(server, refusals, answerCall);
    guarded.add(server);
    const refused = prepare(request, response);
    if (refused !== undefined) refusals.set(request, refused);
  };
  subscribe(requestStart, receive);
  return () => unsubscribe(requestStart, receive);
}

/**
 * Longer than the usual proxy keeps an idle connection, so that it is never closed as a request arrives on it. Also
 * longer than an auditor looks at a pair: a connection is accepted each turn of the loop, and a busy thread takes few
 * turns.
 */
const keepAliveMs = 75_000;

export type RequestListener = (request: ServerRequest, response: ServerResponse) => void;
type Arrival = { request: ServerRequest; response: ServerResponse; server: Server };
type Refusals = WeakMap<IncomingMessage, Refused>;

/**
 * Puts the guard in front of a server's listeners. Node reports a request before it passes it on, so a refused request
 * never reaches them.
 */
function guardServer(server: Server, refusals: Refusals, answerCall: RequestListener | undefined): void {
  server.keepAliveTimeout = keepAliveMs;
  server.on("connection", noteConnection);
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: ServerRequest, response: ServerResponse) => {
    const refused = refusals.get(request);
    const enter = () => {
      if (answerCall !== undefined && isCall(request)) return answerCall(request, response);
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    if (refused !== undefined) answerRefused(refused, response);
    else if (isUncounted(request)) {
      if (!sendCompressed(request, response)) enter();
    } else admit(enter);
  });
}

/**
 * Paths of health checks and metrics, each requested under the server's own address: app/livez, app/readyz,
 * app/metrics.
 */
const healthPaths = ["/livez", "/readyz", "/metrics"];

const requestStart = "http.server.request.start";

/** @returns why the request is refused, if it is */
function prepare(request: ServerRequest, response: ServerResponse): Refused | undefined {
  const current = enterRequest(givenId(request), request.headers["accept-language"]);
  request.headers[requestIdHeader] = current.id;
  request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
  // Read from the incoming headers: Next itself adds x-forwarded-for where it is missing.
  request.headers[proxyHeader] =
    "x-forwarded-for" in request.headers || "forwarded" in request.headers ? "1" : "0";
  current.network = networkOf((name) => String(request.headers[name] ?? ""));
  for (const [name, value] of Object.entries(responseHeaders(request.url))) response.setHeader(name, value);
  response.setHeader(requestIdHeader, current.id);
  // Clients that reconnect must reach the next server.
  if (stopping().aborted) response.setHeader("connection", "close");
  noteAnswer(current, request, response);
  const refused = refusalOf(request);
  const begun =
    refused === undefined && !isUncounted(request) ? noteArrival(response).begun : () => undefined;
  beforeHead(response, begun, current);
  return refused;
}

/** Runs when a response begins. A database outage is reported as such (503), and not as a server error. */
function beforeHead(response: ServerResponse, begun: () => void, current: CurrentRequest): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    begun();
    const length = response.getHeader(lengthHeader);
    if (length !== undefined) {
      response.removeHeader(lengthHeader);
      response.setHeader("content-length", length);
    }
    if (status !== 500 || !current.isStorageAway) return writeHead(status, ...rest);
    response.setHeader("retry-after", "1");
    return writeHead(503, ...rest);
  };
}

function givenId({ headers }: IncomingMessage): string | undefined {
  const given = headers[requestIdHeader];
  return typeof given === "string" ? given : undefined;
}

function refusalOf({ headers, method, url }: ServerRequest): Refused | undefined {
  const isStarting = phase() === "starting";
  if (healthPaths.includes(url)) {
    // Next answers only once everything is open.
    if (!isStarting) return undefined;
    return url === "/livez" ? "alive" : "starting-keeper";
  }
  // DNS rebinding: a page of another site whose name resolves to this server could otherwise read its answers.
  if (!url.startsWith("/") || !isOwnHost(headers.host)) return "host";
  if (!isReadable(url)) return "address";
  // Passkeys do not work at 127.0.0.1: browsers bind passkeys to names.
  if (isPage(url) && !isPublicHost(headers.host)) return "moved";
  if (isStarting) return waitFor(url, "starting");
  if (!isUncounted({ url }) && shouldShed()) return waitFor(url, "busy");
  if (method === "GET" || method === "HEAD") return undefined;
  // TRACE would send cookies back to the client; Next cannot make a request of it and fails.
  return isPage(url) || method === "TRACE" ? "method" : undefined;
}

/** Returns the refusal in the format of pages, procedures or programs. */
function waitFor(url: string, wait: "busy" | "starting"): Refused {
  if (url.startsWith("/api/v1/")) return `${wait}-program`;
  return url.startsWith("/api/trpc/") ? `${wait}-call` : wait;
}

/** Whether a request calls procedures, with a method that they have. */
function isCall({ method, url }: ServerRequest): boolean {
  return url.startsWith("/api/trpc/") && (method === "GET" || method === "POST");
}

/**
 * Whether a request is exempt from load shedding: health checks, metrics and static files. A page is useless without
 * its scripts.
 */
function isUncounted({ url }: { url: string }): boolean {
  return healthPaths.includes(url) || url.startsWith(staticAddress);
}

/** Whether a path is valid UTF-8; Next fails at any other. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ""));
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Whether a path is a page's. Pages only accept reads: changes go to the API, and there are no server actions. */
function isPage(url: string): boolean {
  return !url.startsWith("/api/") && !(process.env.NODE_ENV === "development" && url.startsWith("/_"));
}
