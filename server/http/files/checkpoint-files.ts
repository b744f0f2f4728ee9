import { overBudget } from "#server/http/edge/over-budget.ts";
import { plainAnswer } from "#server/http/edge/plain-answer.ts";
import { getApp } from "#server/platform/app/app.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";
import { readCheckpointNote, readTile } from "#server/studies/checkpoints/read-checkpoints.ts";

/**
 * Checkpoints and tiles as C2SP tlog-tiles specifies, for clients that know the study's id. A missing study, a draft
 * and an invalid id get the same answer.
 */

/** Answers with the newest checkpoint and its cosignatures. */
export async function answerCheckpoint(studyId: string): Promise<Response> {
  const refused = await overBudget("anonymous");
  if (refused !== null) return refused;
  const isId = studyIdSchema.safeParse(studyId).success;
  const note = isId ? await readCheckpointNote(await getApp(), studyId) : undefined;
  if (note === undefined) return notThere();
  return new Response(note, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" },
  });
}

/** Answers with a tile of the newest checkpoint's tree: it never changes. */
export async function answerTile(studyId: string, segments: readonly string[]): Promise<Response> {
  const refused = await overBudget("anonymous");
  if (refused !== null) return refused;
  const place = placeIn(segments);
  if (place === null || !studyIdSchema.safeParse(studyId).success) return notThere();
  const hashes = await readTile(await getApp(), { studyId, ...place });
  if (hashes === undefined) return notThere();
  return new Response(Buffer.from(hashes.join(""), "hex"), {
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}

/**
 * Parses a tile's path: level, then the number in groups of three digits, all except the last prefixed with `x`; then
 * `.p` and a width.
 */
function placeIn(segments: readonly string[]): { level: number; number: number; width: number } | null {
  const form = /^([0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/)*)([0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;
  const [, level, groups = "", last = "", partial] = form.exec(segments.join("/")) ?? [];
  const digits = groups.replaceAll(/[x/]/g, "") + last;
  const width = partial === undefined ? 256 : Number(partial);
  // Stryker disable next-line EqualityOperator,ConditionalExpression: no tree has 10^14 tiles, and a missing tile gets the same answer as a wrong address
  if (level === undefined || digits.length > 15 || groups.startsWith("x000")) return null;
  return width > 256 || (partial !== undefined && width === 256)
    ? null
    : { level: Number(level), number: Number(digits), width };
}

function notThere(): Response {
  return plainAnswer("There is no such checkpoint or tile.\n", 404);
}
