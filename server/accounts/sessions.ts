import {
  deleteSessionsBefore,
  findLiveSession,
  insertSession,
  listLiveSessions,
  listSessionsAmong,
  replaceSessionId,
  revokeSession,
  revokeSessionByHash,
  revokeSessionsOf,
  touchSession,
} from "#db/queries/sessions.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { Permission } from "#server/schemas/tokens.ts";
import { limits } from "./account-limits.ts";
import type { AccountsApp } from "./context.ts";
import { mustHaveFactor } from "./factor-rule.ts";
import { hashToken, newToken } from "./tokens.ts";

export type SessionAccount = {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly platformRole: "administrator" | "operator" | "member";
};

/** Who is asking. `ref` names the session in the database; it lets nobody in. */
export type CurrentSession = {
  readonly ref: string;
  readonly account: SessionAccount;
  /** When its holder last showed who they are. */
  readonly confirmedAt: number;
  /** The provider of OpenID Connect that said who its holder is; null: a password did. */
  readonly issuer: string | null;
  /** What bounds a program that comes with a token; nobody who signed in has one. */
  readonly grant?: Grant;
};

/** What a token lets a program do of what its owner may do. */
export type Grant = {
  readonly tokenId: string;
  /** The one study it is for; null: all in which its owner runs or watches. */
  readonly studyId: string | null;
  readonly permissions: readonly Permission[];
};

/**
 * A password was right, and that is not enough: it lets in nowhere but where a factor is given, or set up. No
 * `account` stands in it, so that it cannot be taken for a session that lets in.
 */
export type WaitingSession = {
  readonly ref: string;
  readonly holder: SessionAccount;
  readonly owes: "factor" | "set-up";
  /** When its holder last showed who they are. */
  readonly confirmedAt: number;
};

type Standing =
  | { readonly current: CurrentSession; readonly waiting: null }
  | { readonly current: null; readonly waiting: WaitingSession }
  | { readonly current: null; readonly waiting: null };

/** Looks the session up as it is now; called on every request, so an end or a suspension acts at once. */
export async function findStanding(app: AccountsApp, sessionId: string): Promise<Standing> {
  const ref = hashToken(sessionId);
  const row = await app.store.read((reader) => findLiveSession(reader, ref, moment(app)));
  if (row === undefined) return { current: null, waiting: null };
  if (row.lastSeenAt + limits.sessionTouch < app.now()) {
    await app.store.tx((tx) => touchSession(tx, ref, app.now()));
  }
  return standingOf(row);
}

/**
 * The session, if it lets in.
 * @internal
 */
export async function findSession(app: AccountsApp, sessionId: string): Promise<CurrentSession | undefined> {
  return (await findStanding(app, sessionId)).current ?? undefined;
}

/** Whose these sessions are, as far as they are live and whole: for open streams, which must not keep them from running out. */
export async function listHolders(
  app: Pick<AccountsApp, "now">,
  db: Reader,
  refs: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listSessionsAmong(db, refs, moment(app));
  return new Map(rows.filter((row) => owed(row) === null).map((row) => [row.idHash, row.accountId]));
}

type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

/** The one place that decides whether a session lets in. */
function standingOf(row: LiveSession): Standing {
  const { idHash: ref, accountId, email, displayName, platformRole, confirmedAt, issuer } = row;
  const account = { id: accountId, email, displayName, platformRole };
  const owes = owed(row);
  return owes === null
    ? { current: { ref, account, confirmedAt, issuer }, waiting: null }
    : { current: null, waiting: { ref, holder: account, owes, confirmedAt } };
}

function owed(row: LiveSession): WaitingSession["owes"] | null {
  if (row.factorCount > 0) return row.factorAt === null ? "factor" : null;
  return mustHaveFactor(row) ? "set-up" : null;
}

/** Inside the sign-in's transaction. The id goes into the cookie, its hash into the table. */
export function prepareSession(
  app: AccountsApp,
  accountId: string,
  userAgent: string,
  { factorAt = null, issuer = null }: { factorAt?: number | null; issuer?: string | null } = {},
) {
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
      factorAt,
      confirmedAt: now,
      issuer,
    });
  };
  return { sessionId, insert };
}

/** The same session under another id: whoever may have learned the old one is out. @returns the id for the cookie */
export async function renewSession(tx: Tx, ref: string): Promise<string> {
  const { token, tokenHash } = newToken();
  await replaceSessionId(tx, { from: ref, to: tokenHash });
  return token;
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

function moment(app: Pick<AccountsApp, "now">) {
  const now = app.now();
  return { now, administratorsSeenSince: now - limits.administratorIdle };
}
