import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import {
  changesRow,
  countRows,
  findRow,
  findValue,
  insertsRow,
  listRows,
  listValues,
  updateRows,
} from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { holdsPart } from "./part-of-text.ts";

const columns = ["id", "email", "displayName", "platformRole", "createdAt", "suspendedAt"] as const;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** @returns whether the row is new; false if another account has this e-mail address already */
export function insertAccount(tx: Tx, row: Tx["t"]["account"]["$inferInsert"]): Promise<boolean> {
  return insertsRow(tx, "account", row, "email");
}

export async function findAccount(db: Reader, accountId: string) {
  return findRow(db, "account", { id: accountId, deletedAt: null }, columns);
}

/** Deletes an account's name, address and all sign-in data. The row stays. */
export async function forgetAccount(
  tx: Tx,
  { accountId, passwordHash, at }: { accountId: string; passwordHash: string; at: number },
): Promise<void> {
  const { account, session, identity, factor, recoveryCode, device, accessToken, mailTally } = tx.t;
  for (const own of [session, identity, factor, recoveryCode, device, accessToken, mailTally]) {
    await tx.q.delete(own).where(eq(own.accountId, accountId));
  }
  await tx.q
    .update(account)
    .set({
      ...{ email: `${accountId}@deleted.invalid`, displayName: "–", passwordHash, platformRole: "member" },
      ...{ suspendedAt: at, deletedAt: at, factorsTakenAt: null, factorsTakenBy: null },
      ...{ judgingKeys: null, notifications: null, language: null },
    })
    .where(eq(account.id, accountId));
}

export async function findCredentials(db: Reader, email: string) {
  return findRow(db, "account", { email }, ["id", "passwordHash", "suspendedAt"]);
}

/**
 * Reads what an account may do and its password, and locks it until the transaction ends. A suspension or a new password is
 * then either before or after a sign-in, never in between, and so finds the session that it has to end.
 */
export async function lockAccount(tx: Tx, accountId: string) {
  const { account } = tx.t;
  const rows = await tx.q
    .update(account)
    .set({ email: sql`${account.email}` })
    .where(eq(account.id, accountId))
    .returning(pick(account, "platformRole", "passwordHash", "suspendedAt"));
  return rows[0];
}

export async function findPasswordHash(db: Reader, accountId: string): Promise<string | undefined> {
  return findValue(db, "account", { id: accountId }, "passwordHash");
}

export async function countAccounts(db: Reader): Promise<number> {
  return countRows(db, "account", {});
}

/**
 * Lists a page of accounts, oldest first.
 *
 * @param search part of a name or an address; empty: all accounts
 * @param after the last account of the page before
 */
export async function listAccounts(
  db: Reader,
  {
    search,
    after,
    limit,
  }: { search: string; after?: Pick<AccountRow, "id" | "createdAt"> | undefined; limit: number },
): Promise<AccountRow[]> {
  const { account } = db.t;
  const isLater = after && sql`(${account.createdAt}, ${account.id}) > (${after.createdAt}, ${after.id})`;
  const isNamed =
    search === "" ? undefined : or(holdsPart(account.displayName, search), holdsPart(account.email, search));
  return db.q
    .select(pick(account, ...columns))
    .from(account)
    .where(and(isNull(account.deletedAt), isLater, isNamed))
    .orderBy(asc(account.createdAt), asc(account.id))
    .limit(limit);
}

/** Lists the names of these accounts, in any order. */
export async function listNames(db: Reader, ids: readonly string[]) {
  const rows = await listRows(db, "account", { id: ids }, ["id", "displayName", "email"], ["id"]);
  return rows.map(({ id, displayName: name, email }) => ({ id, name, email }));
}

/** @returns whether the password was still the one that was checked */
export async function replacePasswordHash(
  tx: Tx,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<boolean> {
  return changesRow(tx, "account", { id: accountId, passwordHash: from }, { passwordHash: to });
}

export type AccountPatch = Partial<
  Pick<
    Tx["t"]["account"]["$inferInsert"],
    | ("email" | "displayName" | "passwordHash" | "platformRole" | "suspendedAt" | "language" | "judgingKeys")
    | "notifications"
    | ("factorsTakenAt" | "factorsTakenBy")
  >
>;

export async function updateAccount(tx: Tx, accountId: string, patch: AccountPatch): Promise<void> {
  await updateRows(tx, "account", { id: accountId }, patch);
}

/**
 * Locks every administrator's row until the transaction ends, on both engines. Two administrators who suspend each
 * other at the same moment are handled one after the other.
 * @returns the administrators who are not suspended
 */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const { account } = tx.t;
  const rows = await tx.q
    .update(account)
    .set({ platformRole: "administrator" })
    .where(matches(account, { platformRole: "administrator", suspendedAt: null }))
    .returning({ id: account.id });
  return rows.map((row) => row.id);
}

/** Lists the administrators who are not suspended. */
export async function listAdministrators(db: Reader): Promise<string[]> {
  return listValues(db, "account", { platformRole: "administrator", suspendedAt: null }, "id", ["id"]);
}

/** Finds who removed the account's second factors, and when, until the owner dismisses the notice. */
export async function findFactorsTaken(db: Reader, accountId: string) {
  const row = await findRow(db, "account", { id: accountId }, ["factorsTakenBy", "factorsTakenAt"]);
  const { factorsTakenBy: by, factorsTakenAt: at } = row ?? {};
  return by == null || at == null ? undefined : { by, at };
}

/** @returns JSON as it was stored; null: the default keys; undefined: no such account */
export async function findJudgingKeys(db: Reader, accountId: string): Promise<string | null | undefined> {
  return findValue(db, "account", { id: accountId }, "judgingKeys");
}

/** Lists the settings of these accounts' mails about events: JSON as it was stored; null: the default. */
export async function listNotificationSettings(db: Reader, accountIds: readonly string[]) {
  const rows = await listRows(db, "account", { id: accountIds }, ["id", "notifications"], ["id"]);
  return rows.map(({ id: accountId, notifications: settings }) => ({ accountId, settings }));
}

/** @returns the language that the account chose; null: none */
export async function findLanguage(db: Reader, accountId: string) {
  return (await findValue(db, "account", { id: accountId }, "language")) ?? null;
}

/** @returns the language that the account of this address chose, or else that of the study; null: neither is known */
export async function findMailLanguage(db: Reader, email: string, studyId: string | null) {
  const language = await findValue(db, "account", { email }, "language");
  if (language || studyId === null) return language ?? null;
  return (await findValue(db, "study", { id: studyId }, "language")) ?? null;
}
