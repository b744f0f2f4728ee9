import { and, asc, desc, eq, isNull, lt, or } from "drizzle-orm";
import { pick } from "#db/store/pick.ts";
import { countRows, deleteRows, deleting, findRow, inserting, insertsRow, updating } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export const insertToken = inserting("accessToken");

/** Finds a token with its owner, expired or not; undefined if it is unknown, was revoked, or its owner is suspended. */
export async function findToken(db: Reader, tokenHash: string) {
  const { accessToken, account, factor } = db.t;
  const rows = await db.q
    .select({
      ...pick(accessToken, "id", "studyId", "scope", "expiresAt", "lastUsedAt"),
      accountId: account.id,
      ...pick(account, "email", "displayName", "platformRole"),
      factorCount: db.q.$count(factor, eq(factor.accountId, accessToken.accountId)),
    })
    .from(accessToken)
    .innerJoin(account, eq(account.id, accessToken.accountId))
    .where(and(eq(accessToken.tokenHash, tokenHash), isNull(account.suspendedAt)));
  return rows[0];
}

/** Lists the tokens of an account, newest first. */
export async function listTokensOf(db: Reader, accountId: string) {
  const { accessToken } = db.t;
  return selectTokens(db)
    .where(eq(accessToken.accountId, accountId))
    .orderBy(desc(accessToken.createdAt), asc(accessToken.id));
}

/**
 * Lists a page of all accounts' tokens, newest first: ids begin with the time of creation.
 * @param before the last token of the page before
 */
export async function listTokenPage(
  db: Reader,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const { accessToken } = db.t;
  return selectTokens(db)
    .where(before === undefined ? undefined : lt(accessToken.id, before))
    .orderBy(desc(accessToken.id))
    .limit(limit);
}

/** Selects tokens with their owners and studies. */
function selectTokens(db: Reader) {
  const { accessToken, account, study } = db.t;
  return db.q
    .select({
      ...pick(accessToken, "id", "name", "studyId", "scope", "createdAt", "expiresAt", "lastUsedAt"),
      studyName: study.name,
      ownerName: account.displayName,
      ownerEmail: account.email,
    })
    .from(accessToken)
    .innerJoin(account, eq(account.id, accessToken.accountId))
    .leftJoin(study, eq(study.id, accessToken.studyId));
}

export async function countTokens(db: Reader, accountId: string): Promise<number> {
  return countRows(db, "accessToken", { accountId });
}

export async function touchToken(tx: Tx, id: string, at: number): Promise<void> {
  const { accessToken } = tx.t;
  const isOlder = or(isNull(accessToken.lastUsedAt), lt(accessToken.lastUsedAt, at));
  await tx.q
    .update(accessToken)
    .set({ lastUsedAt: at })
    .where(and(eq(accessToken.id, id), isOlder));
}

/**
 * Revokes a token.
 * @param accountId the required owner; any owner unless given
 * @returns its owner and study; undefined if there is no such token
 */
export async function deleteToken(tx: Tx, { id, accountId }: { id: string; accountId?: string | undefined }) {
  const { accessToken } = tx.t;
  const isOwn = accountId === undefined ? undefined : eq(accessToken.accountId, accountId);
  const rows = await tx.q
    .delete(accessToken)
    .where(and(eq(accessToken.id, id), isOwn))
    .returning({ accountId: accessToken.accountId, studyId: accessToken.studyId });
  return rows[0];
}

/** Revokes every token of an account. */
export const deleteTokensOf = deleting("accessToken", "accountId");

/** Revokes every token. */
export async function deleteAllTokens(tx: Tx): Promise<void> {
  await tx.q.delete(tx.t.accessToken);
}

/** Deletes tokens that expired before a moment. */
export async function deleteTokensBefore(tx: Tx, expiredBefore: number): Promise<void> {
  await deleteRows(tx, "accessToken", { expiresAt: (column) => lt(column, expiredBefore) });
}

type Call = { readonly tokenId: string; readonly key: string };

/**
 * Reserves an idempotency key for a call, unless it was used already.
 * @returns whether it was free
 */
export function takeKey(
  tx: Tx,
  row: Call & { readonly fingerprint: string; readonly begunAt: number },
): Promise<boolean> {
  return insertsRow(tx, "keptAnswer", row);
}

/** Finds the stored answer to the call with this key; undefined if there was none. */
export async function findKeptAnswer(db: Reader, { tokenId, key }: Call) {
  return findRow(db, "keptAnswer", { tokenId, key }, ["fingerprint", "begunAt", "status", "body"]);
}

export const updateKeptAnswer = updating("keptAnswer", ["tokenId", "key"], ["status", "body"]);

/** Frees the key of a call that did nothing. */
export const deleteKeptAnswer = deleting("keptAnswer", "tokenId", "key");

export async function deleteKeptAnswersBefore(tx: Tx, begunBefore: number): Promise<void> {
  await deleteRows(tx, "keptAnswer", { begunAt: (column) => lt(column, begunBefore) });
}
