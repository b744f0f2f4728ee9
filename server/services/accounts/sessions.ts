import {
  deleteSessionsBefore,
  findLiveSession,
  insertSession,
  listLiveSessions,
  revokeSession,
  revokeSessionByHash,
  revokeSessionsOf,
  touchSession,
} from "#db/queries/sessions.ts";
import type { Tx } from "#db/store/store.ts";
import type { AccountsApp } from "./context.ts";
import { limits } from "./limits.ts";
import { hashToken, newToken } from "./tokens.ts";

export type SessionAccount = {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly platformRole: "administrator" | "operator" | "member";
};

/** Who is asking. `ref` names the session in the database; it lets nobody in. */
export type CurrentSession = { readonly ref: string; readonly account: SessionAccount };

/** Looks the session up as it is now; called on every request, so an end or a suspension acts at once. */
export async function findSession(app: AccountsApp, sessionId: string): Promise<CurrentSession | undefined> {
  return findSessionByRef(app, hashToken(sessionId));
}

/** The same for an open event stream, which knows only the session's ref. */
async function findSessionByRef(app: AccountsApp, ref: string): Promise<CurrentSession | undefined> {
  const row = await app.store.read((reader) => findLiveSession(reader, ref, moment(app)));
  if (row === undefined) return undefined;
  if (row.lastSeenAt + limits.sessionTouch < app.now()) {
    await app.store.tx((tx) => touchSession(tx, ref, app.now()));
  }
  const { accountId, email, displayName, platformRole } = row;
  return { ref, account: { id: accountId, email, displayName, platformRole } };
}

/** Inside the sign-in's transaction. The id goes into the cookie, its hash into the table. */
export function prepareSession(app: AccountsApp, accountId: string, userAgent: string) {
  const { token: sessionId, tokenHash: idHash } = newToken();
  const now = app.now();
  const insert = async (tx: Tx) => {
    await deleteSessionsBefore(tx, now - limits.sessionLife);
    await insertSession(tx, {
      idHash,
      accountId,
      createdAt: now,
      expiresAt: now + limits.sessionLife,
      lastSeenAt: now,
      revokedAt: null,
      userAgent: userAgent.slice(0, 300),
    });
  };
  return { sessionId, insert };
}

export async function listSessions(app: AccountsApp, { ref, account }: CurrentSession) {
  const rows = await app.store.read((reader) => listLiveSessions(reader, account.id, moment(app)));
  return rows.map(({ idHash, ...row }) => ({ ref: idHash, isThisOne: idHash === ref, ...row }));
}

/** Ends one of somebody's own sessions; one that has ended already, or another's, is left as it is. */
export async function endSession(app: AccountsApp, accountId: string, ref: string): Promise<void> {
  await app.store.tx((tx) => revokeSession(tx, { accountId, idHash: ref, at: app.now() }));
}

export async function endOtherSessions(app: AccountsApp, { ref, account }: CurrentSession): Promise<void> {
  await app.store.tx((tx) => revokeSessionsOf(tx, { accountId: account.id, except: ref, at: app.now() }));
}

export async function signOut(app: AccountsApp, sessionId: string): Promise<void> {
  await app.store.tx((tx) => revokeSessionByHash(tx, hashToken(sessionId), app.now()));
}

function moment(app: AccountsApp) {
  const now = app.now();
  return { now, idleSince: now - limits.sessionIdle };
}
