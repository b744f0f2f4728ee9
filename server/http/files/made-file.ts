import { randomBytes } from "node:crypto";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { lengthHeaders } from "#server/http/edge/response-headers.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import type { LogHead } from "#server/studies/exports/export-log.ts";
import { fromByte } from "#server/studies/exports/from-byte.ts";
import { beginOf } from "./from-byte.ts";
import { streamLines } from "./stream-lines.ts";
import type { Maker, Pieces } from "./turns.ts";

/** A file that is generated while it is sent, with the same bytes each time for the same entry of a log. */
export type MadeFile = {
  readonly head: LogHead;
  readonly savedAs: string;
  readonly contentType: string;
  readonly pieces: Pieces;
  /** Whether every process makes the same bytes and a longer log only adds to them. */
  readonly isLog?: true;
  /** Its length in bytes, where that is known without generating it. */
  readonly size?: number;
  /** Generates what it holds from a byte on; absent, or null, where everything before that must be generated too. */
  readonly from?: (begin: number) => Pieces | null;
};

/** Identifies this process in ETags: another program or version may generate other bytes from the same log. */
const maker = () => processWide("maker of files", () => randomBytes(8).toString("hex"));

/**
 * Sends a generated file, always with its length, so the receiver can tell a truncated file from a whole one.
 *
 * An interrupted download continues with `Range: bytes=N-` and its ETag in `If-Range`. The file is generated again as
 * of the entry that the ETag names, however far the log has grown since. If that is impossible, because data outside
 * the log has changed or the server was restarted, the whole file is sent as it is now, with another ETag, as RFC 9110
 * requires. A range without `If-Range` gets the whole file too, except of a log.
 *
 * @param make wraps the pieces each time that the file is made
 * @param now the file as of the last entry
 * @param again the file as of an earlier one; undefined where it cannot be generated as of that
 * @throws DomainError "busy" if the file can no longer be generated once it was measured
 *
 * Cost: unless the size is known, the file is generated twice, the first time to measure it.
 */
export async function answerMade(
  { headers }: Request,
  make: Maker,
  now: MadeFile,
  again: (asOf: LogHead) => Promise<MadeFile | undefined>,
): Promise<Response> {
  const begin = beginOf(headers);
  const ifRange = headers.get("if-range");
  const isAlways = ifRange === null && now.isLog === true;
  const asOf = begin === 0 ? null : isAlways ? now.head : headIn(ifRange);
  const then = asOf === null ? undefined : await again(asOf);
  const file = then ?? now;
  const size = file.size ?? (await measure(make, await again(file.head)));
  const pieces = make(file.pieces);
  if (then === undefined) {
    const whole = { ...headersOf(file), ...lengthHeaders(size) };
    return new Response(streamLines(pieces), { headers: whole });
  }
  if (begin >= size) {
    const outside = { ...headersOf(file), "content-range": `bytes */${size}` };
    return new Response(null, { status: 416, headers: outside });
  }
  const rest = {
    ...headersOf(file),
    ...lengthHeaders(size - begin),
    "content-range": `bytes ${begin}-${size - 1}/${size}`,
  };
  const end = file.from?.(begin) ?? null;
  const wanted = end === null ? fromByte(pieces, begin) : make(end);
  return new Response(streamLines(wanted), { status: 206, headers: rest });
}

async function measure(make: Maker, file: MadeFile | undefined): Promise<number> {
  if (file === undefined) {
    throw new DomainError("busy", t.dataChanged());
  }
  let size = 0;
  for await (const piece of make(file.pieces)) size += Buffer.byteLength(piece);
  return size;
}

function headersOf({ head, savedAs, contentType, isLog }: MadeFile) {
  return {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${savedAs}"`,
    // A proxy that compressed the file would change its length.
    "cache-control": "no-store, no-transform",
    "accept-ranges": "bytes",
    etag: `"${[head.seq, head.hash, ...(isLog ? [] : [maker()])].join("-")}"`,
  };
}

/** The entry that an ETag of this process, or of a log, names. */
function headIn(etag: string | null): LogHead | null {
  const [, seq, hash, by] = /^"(\d{1,15})-([0-9a-f]{64})(?:-([0-9a-f]{16}))?"$/.exec(etag ?? "") ?? [];
  return hash === undefined || (by ?? maker()) !== maker() ? null : { seq: Number(seq), hash };
}
