import * as t from "#messages/refusals.ts";
import { isOwnOrigin } from "../edge/origin.ts";

type Posted = Pick<Request, "headers"> & { readonly body: AsyncIterable<Uint8Array> | null };

/**
 * Reads the body of a request that may change something: only from our own pages, only JSON, and within a size limit.
 * @param limitOf returns the sender's limit in bytes; called once the other checks have passed
 * @returns the answer that refuses the request, if a check fails
 */
export async function checkedPost(
  request: Posted,
  limitOf: () => number | Promise<number>,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  if (!isOwnOrigin(request.headers)) return refuse(403, t.otherOrigin());
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") return refuse(415, t.onlyJson());
  const limit = await limitOf();
  const body = await readAtMost(request, limit);
  return body ?? refuse(413, t.requestLimit({ kilobytes: limit / 1024 }));
}

/**
 * Reads a request's body up to a limit, regardless of its headers.
 * @returns undefined if the body is larger
 */
export async function readAtMost(
  request: Posted,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length")) > limit) return undefined;
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > limit) return undefined;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function refuse(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status, headers: { "cache-control": "no-store" } });
}
