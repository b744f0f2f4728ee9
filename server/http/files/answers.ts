import type { DomainErrorCode, InputProblem } from "#server/errors.ts";
import { isStorageTrouble, refusalOf } from "#server/platform/app/refusals.ts";
import { incident } from "#server/platform/process/incident.ts";
import { streamLines } from "./stream-lines.ts";

/** What the doors of files answer with. Nothing of it is stored on the way. */

/** What a door says that gave or took nothing; with problems where they are of a file. */
export function refuse(status: number, message: string, problems: readonly InputProblem[] = []): Response {
  const body = problems.length === 0 ? { message } : { message, problems };
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** A file that is saved under a name, as its lines come. */
export function asFile(name: string, type: string, lines: AsyncGenerator<string>): Response {
  return new Response(streamLines(lines), {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}

/**
 * The answer, or why there is none: what a use case refuses in its own words, what nobody foresaw with a number to quote.
 *
 * @param where names the door in the diary
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
    if (refusal === undefined) return refuse(500, incident(error, where).message);
    return refuse(statuses[refusal.code] ?? 409, refusal.message, refusal.problems);
  }
}
