import { randomBytes } from "node:crypto";
import { inPiecesType, piecesFromHeader } from "#server/schemas/file-in-pieces.ts";
import type { LogHead } from "#server/services/exports/export-log.ts";
import { processWide } from "#server/services/process/process-wide.ts";
import { beginOf, fromByte } from "./from-byte.ts";
import { inPieces } from "./in-pieces.ts";
import { streamLines } from "./stream-lines.ts";

/** A file that is made while it is sent, the same bytes each time for the same entry of a log. */
export type MadeFile = {
  readonly head: LogHead;
  readonly savedAs: string;
  readonly contentType: string;
  readonly pieces: AsyncGenerator<string | Uint8Array>;
  /** How much of it is made, from 0 to 1. */
  readonly share: () => number;
  /** Its bytes, where that is known before it is made: a browser then shows by itself how far it has come. */
  readonly size?: number;
};

/** Another program, or another version of this one, may make other bytes of the same log. */
const maker = () => processWide("maker of files", () => randomBytes(8).toString("hex"));

/**
 * Sends a made file. One that broke off goes on with `Range: bytes=N-` and its ETag in `If-Range`: it is made once more as of the
 * entry that the ETag names, however far the log has grown since. Where that cannot be, because something that no entry keeps has
 * changed or the server was started anew, the whole file is sent as it is now, with another ETag, as RFC 9110 asks. A range
 * without `If-Range` gets the whole file too: nobody could tell what it would be a part of. A page that shows how far it has come
 * asks for the same bytes in pieces (server/schemas/file-in-pieces.ts), which need not be counted first.
 *
 * @param now the file as of the last entry
 * @param again the file as of an earlier one; undefined where it cannot be made as of that
 * Cost: one that goes on is made twice, since an answer with a part of a file says how long the whole is.
 */
export async function answerMade(
  { headers }: Request,
  now: MadeFile,
  again: (asOf: LogHead) => Promise<MadeFile | undefined>,
): Promise<Response> {
  const begin = beginOf(headers);
  const asOf = begin === 0 ? null : headIn(headers.get("if-range"));
  if (headers.get("accept") === inPiecesType) {
    const then = asOf === null ? undefined : await again(asOf);
    return then === undefined ? answerInPieces(now, 0) : answerInPieces(then, begin);
  }
  const [counted, sent] = asOf === null ? [] : [await again(asOf), await again(asOf)];
  if (counted === undefined || sent === undefined) {
    const length = now.size === undefined ? {} : { "content-length": String(now.size) };
    return new Response(streamLines(now.pieces), { headers: { ...headersOf(now), ...length } });
  }
  let size = 0;
  for await (const piece of counted.pieces) size += Buffer.byteLength(piece);
  if (begin >= size) {
    const told = { ...headersOf(sent), "content-range": `bytes */${size}` };
    return new Response(null, { status: 416, headers: told });
  }
  const told = { ...headersOf(sent), "content-range": `bytes ${begin}-${size - 1}/${size}` };
  return new Response(streamLines(fromByte(sent.pieces, begin)), { status: 206, headers: told });
}

function answerInPieces(file: MadeFile, from: number): Response {
  const body = inPieces(streamLines(fromByte(file.pieces, from)), file.share);
  const headers = { ...headersOf(file), "content-type": inPiecesType, [piecesFromHeader]: String(from) };
  return new Response(body, { headers });
}

function headersOf({ head, savedAs, contentType }: MadeFile) {
  return {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${savedAs}"`,
    // Bytes are counted as they are made: nobody on the way may pack them.
    "cache-control": "no-store, no-transform",
    "accept-ranges": "bytes",
    etag: `"${head.seq}-${head.hash}-${maker()}"`,
  };
}

/** The entry that an ETag of this process names. */
function headIn(etag: string | null): LogHead | null {
  const [, seq, hash, by] = /^"(\d{1,15})-([0-9a-f]{64})-([0-9a-f]{16})"$/.exec(etag ?? "") ?? [];
  return hash === undefined || by !== maker() ? null : { seq: Number(seq), hash };
}
