import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { noteAnswer } from "#server/platform/process/count-answers.ts";
import { admit, noteArrival, shouldShed } from "#server/platform/process/load-shedding.ts";
import { phase } from "#server/platform/process/phase.ts";
import { isOwnHost, isPublicHost } from "#server/platform/process/public-address.ts";
import { type CurrentRequest, enterRequest, requestIdHeader } from "#server/platform/process/request.ts";
import { stopping } from "#server/platform/process/stopping.ts";
import { peerHeader, proxyHeader } from "./network.ts";
import { answerRefused, type Refused } from "./refused.ts";
import { responseHeaders } from "./response-headers.ts";

/**
 * What happens to every request before Next reads it, files and refusals included: it gets an id, and the address of its
 * connection, which nobody can claim (Next shows route handlers only headers, and x-forwarded-for is whatever a client
 * likes to say), its answer gets the headers that hold for all, and what no door of ours takes is led to its refusal.
 *
 * @returns what ends it
 */
export function installRequestGuard(): () => void {
  const refusals: Refusals = new WeakMap();
  const guarded = new WeakSet<Server>();
  const receive = (message: unknown) => {
    const { request, response, server } = message as Arrival;
    if (!guarded.has(server)) guardServer(server, refusals);
    guarded.add(server);
    const refused = prepare(request, response);
    if (refused !== undefined) refusals.set(request, refused);
  };
  subscribe(requestStart, receive);
  return () => unsubscribe(requestStart, receive);
}

/**
 * Longer than the usual proxy keeps a connection that nobody uses, so that it is never shut as a request comes over it; and
 * longer than somebody looks at a pair: a connection is accepted each turn of the loop, and a full thread takes few turns.
 */
const keepAliveMs = 75_000;

/** What a server receives always has both. */
type Asked = IncomingMessage & { method: string; url: string };
type Arrival = { request: Asked; response: ServerResponse; server: Server };
type Refusals = WeakMap<IncomingMessage, Refused>;

/** Node tells of a request before it hands it on: what is refused never reaches whoever listened until now. */
function guardServer(server: Server, refusals: Refusals): void {
  server.keepAliveTimeout = keepAliveMs;
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: Asked, response: ServerResponse) => {
    const refused = refusals.get(request);
    const enter = () => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    if (refused !== undefined) answerRefused(refused, response);
    else if (isUncounted(request)) enter();
    else admit(enter);
  });
}

/** For whoever looks after servers, and asks each by its own address: app/livez, app/readyz, app/metrics. */
const keepersPaths = ["/livez", "/readyz", "/metrics"];

const requestStart = "http.server.request.start";

/** @returns why it is refused, if it is */
function prepare(request: Asked, response: ServerResponse): Refused | undefined {
  const current = enterRequest(givenId(request));
  request.headers[requestIdHeader] = current.id;
  request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
  // Told from what comes in: Next itself adds x-forwarded-for to whatever has none.
  request.headers[proxyHeader] =
    "x-forwarded-for" in request.headers || "forwarded" in request.headers ? "1" : "0";
  for (const [name, value] of Object.entries(responseHeaders(request.url))) response.setHeader(name, value);
  response.setHeader(requestIdHeader, current.id);
  // Whoever comes back shall come to the next server.
  if (stopping().aborted) response.setHeader("connection", "close");
  noteAnswer(current, request, response);
  const refused = refusalOf(request);
  const begun =
    refused === undefined && !isUncounted(request) ? noteArrival(response).begun : () => undefined;
  beforeHead(response, begun, current);
  return refused;
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

function refusalOf({ headers, method, url }: Asked): Refused | undefined {
  const isStarting = phase() === "starting";
  if (keepersPaths.includes(url)) return isStarting ? toKeepersAtStart(url) : undefined;
  // A page of another site whose name was made to lead here could otherwise read this server's answers.
  if (!url.startsWith("/") || !isOwnHost(headers.host)) return "host";
  if (!isReadable(url)) return "address";
  // No passkey works at 127.0.0.1: browsers bind passkeys to names.
  if (isPage(url) && !isPublicHost(headers.host)) return "moved";
  if (isStarting) return waitFor(url, "starting");
  if (!isUncounted({ url }) && shouldShed()) return waitFor(url, "busy");
  if (method === "GET" || method === "HEAD") return undefined;
  // TRACE would send cookies back to whoever asks; Next can make no request of it and fails.
  return isPage(url) || method === "TRACE" ? "method" : undefined;
}

/** Pages, procedures and programs are told in their own form. */
function waitFor(url: string, wait: "busy" | "starting"): Refused {
  if (url.startsWith("/api/v1/")) return `${wait}-program`;
  return url.startsWith("/api/trpc/") ? `${wait}-call` : wait;
}

/** Nobody else can tell them: Next answers once everything is open. */
function toKeepersAtStart(url: string): Refused {
  return url === "/livez" ? "alive" : "starting-keeper";
}

/** What keepers ask, and files that are only handed out: a page without its scripts is of no use to anybody. */
function isUncounted({ url }: { url: string }): boolean {
  return keepersPaths.includes(url) || url.startsWith("/_next/static/");
}

/** Next fails at a path that is no text in UTF-8. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ""));
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Pages are only looked at. What they change goes to the API, and there are no server actions to be guessed at. */
function isPage(url: string): boolean {
  return !url.startsWith("/api/") && !(process.env.NODE_ENV === "development" && url.startsWith("/_"));
}
