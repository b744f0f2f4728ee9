import { transportCodes } from "#server/http/trpc/error-codes.ts";
import { isStorageTrouble, refusalOf } from "#server/platform/app/refusals.ts";

/** Answers for a file route while the database is unavailable: a sentence, and whether to retry. */
export async function orWords(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const refusal = isStorageTrouble(error) ? refusalOf(error) : undefined;
    if (refusal === undefined) throw error;
    const { code, message, retryAfter } = refusal;
    const headers = new Headers({ "cache-control": "no-store" });
    if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
    const status = transportCodes[code] === "SERVICE_UNAVAILABLE" ? 503 : 500;
    return Response.json({ message, problems: [] }, { status, headers });
  }
}
