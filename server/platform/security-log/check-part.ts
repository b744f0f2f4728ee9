import { findSecurityHead, listSecurityLines } from "#db/queries/security.ts";
import { checkSecurityChain } from "#server/audit-log/security/check.ts";
import { emptySecurityHead, type SecurityHead } from "#server/audit-log/security/entry.ts";
import type { App } from "#server/platform/app/app.ts";

/** Events checked at once: few enough not to delay other requests noticeably. */
const partSize = 500;

/**
 * Checks the next few hundred events of the chain, from where the previous part ended; null at first.
 *
 * @returns the last event that continues the chain; `end`, the last event there is; the first flaw, if there is one;
 *   and whether the whole chain has been checked
 */
export async function checkPart(app: Pick<App, "store">, from: SecurityHead | null) {
  const { lines, end } = await app.store.read(async (db) => ({
    lines: await listSecurityLines(db, { after: from?.seq ?? 0, limit: partSize }),
    end: (await findSecurityHead(db)) ?? emptySecurityHead,
  }));
  const { head, flaw } = await checkSecurityChain(
    lines.map(({ entry }) => entry),
    from ?? emptySecurityHead,
  );
  const isDone = flaw !== null || lines.length < partSize;
  return { head, end, isDone, flaw: flaw ?? (isDone ? missingEnd(head, end) : null) };
}

/** Detects events removed from the end, unless the stored head of the chain was rewritten as well. */
function missingEnd(head: SecurityHead, end: SecurityHead) {
  if (head.seq === end.seq && head.hash === end.hash) return null;
  return { line: head.seq + 1, reason: "end" as const };
}
