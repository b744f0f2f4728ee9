import { STATUS_CODES } from "node:http";
import { getTRPCErrorFromUnknown } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { isDomainError } from "#server/errors.ts";
import { codeOf, noteRefusedCall } from "#server/http/trpc/calls.ts";
import { toTransport, whatToSay } from "#server/http/trpc/error-shape.ts";
import { currentRequest } from "#server/platform/process/request.ts";

export type ProblemDetails = {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: number | undefined;
};

/**
 * Formats a refusal or a failure as in RFC 9457: with the sentences and codes that a browser gets, and no details of
 * unexpected errors.
 */
export function problemOf(thrown: unknown): ProblemDetails {
  const error = toTransport(getTRPCErrorFromUnknown(thrown));
  noteRefusedCall(error);
  const { message, data } = whatToSay(error);
  const status = getHTTPStatusCodeFromError(error);
  const code = codeOf(error);
  const body = JSON.stringify({
    type: `urn:evenhand:${code}`,
    title: STATUS_CODES[status],
    status,
    detail: message,
    code,
    problems: data?.problems ?? [],
    incident: data?.incident ?? null,
    request: currentRequest()?.id ?? null,
  });
  const retryAfter = isDomainError(error.cause) ? error.cause.retryAfter : undefined;
  return { status, body, retryAfter };
}

export function problemResponse({ status, body, retryAfter }: ProblemDetails): Response {
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  if (status === 401) headers.set("www-authenticate", 'Bearer realm="evenhand"');
  return new Response(body, { status, headers });
}
