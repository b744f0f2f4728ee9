import type { DomainError } from "#server/errors.ts";
import { statusOf } from "#server/http/trpc/error-codes.ts";
import { streamLines } from "./stream-lines.ts";
import type { Maker, Pieces } from "./turns.ts";

/** Answers of routes that are no procedures. Nothing of them is stored on the way. */

/** Makes the answer of a route that refused, with the file's problems where there are any. */
export function refusalAnswer({ code, message, problems, retryAfter }: DomainError): Response {
  const body = problems.length === 0 ? { message } : { message, problems };
  const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return Response.json(body, { status: statusOf(code), headers: { "cache-control": "no-store", ...wait } });
}

/**
 * Makes the answer for a download under a name, streamed line by line.
 *
 * @param make makes the lines when it is the account's turn
 */
export function asFile(make: Maker, name: string, type: string, lines: Pieces): Response {
  return new Response(streamLines(make(lines)), {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
