import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { SpanKind, trace } from "@opentelemetry/api";
import { logger } from "#server/platform/process/logger.ts";
import { publicOrigin } from "#server/platform/process/public-address.ts";
import type { ServerRequest } from "./edge/server-request.ts";
import { answer } from "./http.ts";

/** A smaller answer is not worth compressing, in bytes. */
const leastCompressed = 1_024;
const compress = promisify(gzip);

/**
 * Answers a procedure call straight from Node's server. Through Next's router and its web streams a call takes nearly
 * twice the processor time (docs/performance.md).
 */
export function answerCall(request: ServerRequest, response: ServerResponse): Promise<void> {
  const span = trace.getTracer("evenhand").startSpan("call", { kind: SpanKind.SERVER });
  return pass(request, response)
    .catch((error: unknown) => {
      // The caller has left, or the stream of the answer broke off. A request is destroyed as soon as it is read.
      if (response.destroyed) return;
      logger().error({ err: error }, "a call could not be answered");
      response.writeHead(500).end();
    })
    .finally(() => span.end());
}

async function pass(request: ServerRequest, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  // An answer that was sent is not aborted: that would cost an error with a stack for each call.
  response.once("close", () => response.writableFinished || gone.abort());
  const asked = headersOf(request);
  const answered = await answer({
    method: request.method,
    url: new URL(request.url, publicOrigin()).href,
    headers: asked,
    signal: gone.signal,
    // After a refusal the connection still has to carry the answer.
    body: request.method === "POST" ? request.iterator({ destroyOnReturn: false }) : null,
  });
  const { status, headers, body } = answered;
  const given = { ...Object.fromEntries(headers), "set-cookie": headers.getSetCookie() };
  const stream = headers.get("content-type") === "text/event-stream" ? body : null;
  if (stream !== null) {
    response.writeHead(status, given).flushHeaders();
    return pipeline(stream, response);
  }
  const whole = Buffer.from(await answered.arrayBuffer());
  const isLarge = whole.length >= leastCompressed && /\bgzip\b/.test(asked.get("accept-encoding") ?? "");
  const sent = isLarge ? await compress(whole) : whole;
  const encoding = isLarge ? { "content-encoding": "gzip" } : {};
  response.writeHead(status, { ...given, ...encoding, "content-length": sent.length }).end(sent);
}

function headersOf({ headers }: ServerRequest): Headers {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // Stryker disable next-line ArrayDeclaration: a header that is there has a value
    for (const one of [value ?? []].flat()) given.append(name, one);
  }
  return given;
}
