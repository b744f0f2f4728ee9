import type { DomainErrorCode, InputProblem } from "#server/errors.ts";
import { isStorageTrouble, refusalOf } from "#server/platform/app/refusals.ts";
import { incident } from "#server/platform/process/incident.ts";
import { streamLines } from "./stream-lines.ts";
import type { Maker, Pieces } from "./turns.ts";

/** Answers of the file routes. Nothing of them is stored on the way. */

/** Makes the answer of a file route that refused, with the file's problems where there are any. */
export function sendRefusal(
  status: number,
  message: string,
  problems: readonly InputProblem[] = [],
): Response {
  const body = problems.length === 0 ? { message } : { message, problems };
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
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

/**
 * Returns the answer or the reason why there is none: a use case's refusal in its own words, an unexpected error with
 * an incident number to quote.
 *
 * @param where names the route in the application log
 * @param statuses of refusals; 409 of all others
 */
export async function answerOr(
  where: string,
  answer: () => Promise<Response>,
  statuses: Partial<Record<DomainErrorCode, number>> = {},
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (isStorageTrouble(error)) throw error;
    const refusal = refusalOf(error);
    if (refusal === undefined) return sendRefusal(500, incident(error, where).message);
    return sendRefusal(statuses[refusal.code] ?? 409, refusal.message, refusal.problems);
  }
}
