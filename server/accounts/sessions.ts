import {
  deleteSessionsBefore,
  findLiveSession,
  insertSession,
  listLiveSessions,
  listSessionsAmong,
  revokeSessions,
  touchSession,
  updateSession,
} from "#db/queries/sessions.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { Language } from "#server/locale.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";
import { limits } from "./account-limits.ts";
import type { AccountsApp } from "./context.ts";
import { mustHaveFactor } from "./factor-rule.ts";
import { hashToken, newToken } from "./secret-tokens.ts";

export type SessionAccount = {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly platformRole: "administrator" | "operator" | "member";
};

/** The session of a request. `ref` identifies it in the database and cannot be used to sign in. */
export type CurrentSession = {
  readonly ref: string;
  readonly account: SessionAccount;
  /** When the holder last confirmed their identity. */
  readonly confirmedAt: number;
  /** Issuer of the OpenID Connect sign-in; null: a password was used. */
  readonly issuer: string | null;
  /** Limits of a program that uses a token; absent for a user who signed in. */
  readonly token?: ApiToken;
};

/** An API token: the part of its owner's rights that a program has. */
export type ApiToken = {
  readonly id: string;
  /**
   * The one study that the token is limited to; null: all studies in which its owner is an operator or a researcher.
   */
  readonly studyId: string | null;
  readonly scopes: readonly Scope[];
};

/**
 * A session after a correct password, while the second factor is missing. It gives access only to the pages where a
 * factor is entered or set up. It has no field `account`, so that it cannot be mistaken for a full session.
 */
export type WaitingSession = {
  readonly ref: string;
  readonly holder: SessionAccount;
  readonly owes: "factor" | "set-up";
  /** When the holder last confirmed their identity. */
  readonly confirmedAt: number;
};

export type SessionStatus = {
  /** The account's own choice, or else the language of the newest study in which it is an auditor. */
  readonly language: Language | null;
} & (
  | { readonly current: CurrentSession; readonly waiting: null }
  | { readonly current: null; readonly waiting: WaitingSession }
  | { readonly current: null; readonly waiting: null }
);

/** Looks up a session's present status. Called on every request, so that an end or a suspension acts at once. */
export async function findSessionStatus(app: AccountsApp, sessionId: string): Promise<SessionStatus> {
  const ref = hashToken(sessionId);
  const row = await app.store.read((reader) => findLiveSession(reader, ref, moment(app)));
  if (row === undefined) return { current: null, waiting: null, language: null };
  if (row.lastSeenAt + limits.sessionTouch < app.now()) {
    await app.store.tx((tx) => touchSession(tx, ref, app.now()));
  }
  return statusOf(row);
}

/**
 * Finds a session that gives access.
 * @internal
 */
export async function findSession(app: AccountsApp, sessionId: string): Promise<CurrentSession | undefined> {
  return (await findSessionStatus(app, sessionId)).current ?? undefined;
}

/**
 * Lists the accounts of these sessions and how they signed in, as far as they are live and complete. For open streams, which must not keep
 * sessions from expiring.
 */
export async function listHolders(
  app: Pick<AccountsApp, "now">,
  db: Reader,
  refs: readonly string[],
): Promise<Map<string, { readonly accountId: string; readonly issuer: string | null }>> {
  const rows = await listSessionsAmong(db, refs, moment(app));
  return new Map(rows.filter((row) => owed(row) === null).map((row) => [row.idHash, row]));
}

type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

/** Decides whether a session gives access. No other code decides this. */
function statusOf(row: LiveSession): SessionStatus {
  const { idHash: ref, accountId, email, displayName, platformRole, confirmedAt, issuer, language } = row;
  const account = { id: accountId, email, displayName, platformRole };
  const owes = owed(row);
  return owes === null
    ? { current: { ref, account, confirmedAt, issuer }, waiting: null, language }
    : { current: null, waiting: { ref, holder: account, owes, confirmedAt }, language };
}

function owed(row: LiveSession): WaitingSession["owes"] | null {
  if (row.factorCount > 0) return row.factorAt === null ? "factor" : null;
  return mustHaveFactor(row) ? "set-up" : null;
}

/** Prepares a session, in the transaction of the sign-in. The id goes into the cookie, its hash into the table. */
export function prepareSession(
  app: AccountsApp,
  accountId: string,
  userAgent: string,
  {
    factorAt = null,
    issuer = null,
    confirmedAt,
  }: { factorAt?: number | null; issuer?: string | null; confirmedAt?: number } = {},
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
      confirmedAt: confirmedAt ?? now,
      issuer,
    });
  };
  return { sessionId, insert };
}

/**
 * Gives a session a new id, so that a person who may have learned the old one loses access.
 * @returns the id for the cookie
 */
export async function renewSession(tx: Tx, ref: string): Promise<string> {
  const { token, tokenHash } = newToken();
  await updateSession(tx, ref, { idHash: tokenHash });
  return token;
}

export async function listSessions(app: AccountsApp, { ref, account }: CurrentSession) {
  const rows = await app.store.read((reader) => listLiveSessions(reader, account.id, moment(app)));
  return rows.map(({ idHash, ...row }) => ({ ref: idHash, isThisOne: idHash === ref, ...row }));
}

/**
 * Ends one of an account's own sessions. One that has ended already, or belongs to another account, is left as it is.
 */
export async function endSession(app: AccountsApp, accountId: string, ref: string): Promise<void> {
  await app.store.tx((tx) => revokeSessions(tx, { accountId, idHash: ref }, { at: app.now() }));
}

export async function endOtherSessions(app: AccountsApp, { ref, account }: CurrentSession): Promise<void> {
  await app.store.tx((tx) => revokeSessions(tx, { accountId: account.id }, { except: ref, at: app.now() }));
}

export async function signOut(app: AccountsApp, sessionId: string): Promise<void> {
  await app.store.tx((tx) => revokeSessions(tx, { idHash: hashToken(sessionId) }, { at: app.now() }));
}

function moment(app: Pick<AccountsApp, "now">) {
  const now = app.now();
  return { now, administratorsSeenSince: now - limits.administratorIdle };
}
