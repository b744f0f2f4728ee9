import { listJoinLinks } from "#db/queries/invitations.ts";
import type { Reader } from "#db/store/store.ts";

type InvitationState = "waiting" | "failed" | "sent" | "joined" | "withdrawn" | "expired";
type Row = Awaited<ReturnType<typeof listJoinLinks>>[number];

/**
 * Lists who was invited to a study and who has joined: of each address and role the newest link. People who have not
 * joined come first, then the newest.
 */
export async function listInvited(db: Reader, { studyId, now }: { studyId: string; now: number }) {
  const newest = new Map<string, Row>();
  for (const row of await listJoinLinks(db, studyId)) {
    const key = row.email === null ? row.tokenHash : `${row.role} ${row.email}`;
    if (!newest.has(key)) newest.set(key, row);
  }
  return [...newest.values()]
    .map(({ tokenHash, role, email, createdAt, ...row }) => ({
      ...{ ref: tokenHash, role, email, createdAt },
      state: stateOf(row, now),
    }))
    .toSorted((a, b) => Number(a.state === "joined") - Number(b.state === "joined"));
}

/** Returns what became of a link: `waiting` and `failed` are about its mail. */
function stateOf(
  { acceptedAt, revokedAt, mailState, expiresAt }: Omit<Row, "tokenHash" | "role" | "email" | "createdAt">,
  now: number,
): InvitationState {
  if (acceptedAt !== null) return "joined";
  if (revokedAt !== null) return "withdrawn";
  if (mailState !== null) return mailState;
  return expiresAt <= now ? "expired" : "sent";
}
