import { z } from "zod";
import { badInput } from "#server/errors.ts";
import { lengthHeaders } from "#server/http/edge/response-headers.ts";
import { beginOf } from "#server/http/files/from-byte.ts";
import { streamLines } from "#server/http/files/stream-lines.ts";
import { makerFor } from "#server/http/files/turns.ts";
import { exportLog, exportLogBytes, logHead, measureLog } from "#server/studies/exports/export-log.ts";
import type { FileCall } from "./operation.ts";

export const logQuerySchema = z.strictObject({
  after: z.int().min(0).default(0),
  upTo: z.int().min(1).optional(),
});

type Query = z.output<typeof logQuerySchema>;

/**
 * Answers with a range of the log's entries. Its bytes never change, so an interrupted download continues with
 * `Range: bytes=N-` and the ETag in `If-Range`. Any other range is answered with everything, as RFC 9110 allows.
 *
 * @param note called before the first byte leaves
 * @throws DomainError "bad-input" for entries that do not exist
 * Cost: the database adds up the lengths of all lines; only those from byte N on are read.
 */
export async function answerLogStretch(
  { request, context: { app, session }, query }: FileCall<Query>,
  studyId: string,
  note: () => Promise<void>,
): Promise<Response> {
  const head = await logHead(app, studyId);
  const { after, upTo = head.seq } = query;
  if (upTo > head.seq || after > upTo) {
    const message = `Entries are numbered from 1 to ${head.seq}: expected after <= upTo <= ${head.seq}.`;
    throw badInput(message, "upTo");
  }
  const { size, hash } = await measureLog(app, { studyId, after, upTo });
  const etag = `"${hash}-${after}"`;
  const ifRange = request.headers.get("if-range");
  const begin = ifRange === null || ifRange === etag ? beginOf(request.headers) : 0;
  const headers = new Headers({
    "content-type": "application/jsonl; charset=utf-8",
    "content-disposition": `attachment; filename="log-${studyId}-${upTo}.jsonl"`,
    // Bytes are counted as they are in the log, so no proxy may compress them.
    "cache-control": "no-store, no-transform",
    "accept-ranges": "bytes",
    etag,
  });
  if (begin > 0 && begin >= size) {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  await note();
  for (const [name, value] of Object.entries(lengthHeaders(size - begin))) headers.set(name, value);
  const make = makerFor(app, session);
  if (begin === 0) return new Response(streamLines(make(exportLog(app, studyId, upTo, after))), { headers });
  headers.set("content-range", `bytes ${begin}-${size - 1}/${size}`);
  return new Response(streamLines(make(exportLogBytes(app, studyId, { after, upTo, begin }))), {
    status: 206,
    headers,
  });
}
