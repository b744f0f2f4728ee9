import { findSecurityHead, listSecurityLines } from "#db/queries/security.ts";
import { checkSecurityChain } from "#server/audit-log/security/check.ts";
import { emptySecurityHead, type SecurityHead } from "#server/audit-log/security/entry.ts";
import type { App } from "#server/platform/app/app.ts";

/** So many that a part takes no noticeable time of the other requests. */
const partSize = 500;

/**
 * Follows the chain from where the part before ended (`emptySecurityHead` at first), some hundred events at a time.
 *
 * @returns the last event that continues the chain; `end`, the last one there is; the first flaw, if it was met; and
 * whether nothing is left to follow
 */
export async function checkPart(app: Pick<App, "store">, from: SecurityHead) {
  const { lines, end } = await app.store.read(async (db) => ({
    lines: await listSecurityLines(db, { after: from.seq, limit: partSize }),
    end: (await findSecurityHead(db)) ?? emptySecurityHead,
  }));
  const { head, flaw } = await checkSecurityChain(
    lines.map(({ entry }) => entry),
    from,
  );
  const isDone = flaw !== null || lines.length < partSize;
  return { head, end, isDone, flaw: flaw ?? (isDone ? missingEnd(head, end) : null) };
}

/** What was cut off shows as long as the note of where the chain ends was not rewritten with it. */
function missingEnd(head: SecurityHead, end: SecurityHead) {
  if (head.seq === end.seq && head.hash === end.hash) return null;
  return { line: head.seq + 1, message: `the last event must be ${end.seq} with the hash ${end.hash}` };
}
