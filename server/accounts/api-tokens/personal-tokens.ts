import {
  countTokens,
  deleteToken,
  deleteTokensBefore,
  insertToken,
  listTokenPage,
  listTokensOf,
} from "#db/queries/programs.ts";
import { listStudiesOf } from "#db/queries/studies.ts";
import * as t from "#messages/refusals.ts";
import { limits } from "#server/accounts/account-limits.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { findStudyAccess } from "#server/accounts/memberships.ts";
import { hashToken, newToken } from "#server/accounts/secret-tokens.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { type Scope, scopeSchema } from "#server/schemas/api-tokens.ts";

const day = 24 * 60 * 60_000;

/** Prefix of every token, so that a leaked one is recognisable. 43 letters, digits, - and _ follow it. */
const tokenPrefix = "evenhand_";

type NewToken = {
  readonly name: string;
  readonly studyId: string | null;
  readonly scopes: readonly Scope[];
  readonly days: number;
};

/**
 * Makes a token with which a program may do part of what its owner may do. Only this response contains the token; the
 * database keeps its hash.
 *
 * @throws DomainError "forbidden" for a study in which the owner is neither operator nor researcher; "too-many-tokens"
 */
export async function makeToken(
  app: AccountsApp,
  accountId: string,
  { name, studyId, scopes, days }: NewToken,
): Promise<{ id: string; token: string; expiresAt: number }> {
  if (studyId !== null) await requireOwnStudy(app, studyId, accountId);
  const token = `${tokenPrefix}${newToken().token}`;
  const id = app.newId();
  const scope = scopeSchema.options.filter((one) => one === "read" || scopes.includes(one)).join(" ");
  return app.store.tx(async (tx) => {
    const now = app.now();
    await deleteTokensBefore(tx, now - limits.tokenListed);
    if ((await countTokens(tx, accountId)) >= limits.tokensKept) {
      throw new DomainError("too-many-tokens", t.tokensFull({ count: limits.tokensKept }));
    }
    const expiresAt = now + days * day;
    await insertToken(tx, {
      ...{ id, accountId, tokenHash: hashToken(token), name, studyId, createdAt: now, expiresAt },
      scope,
    });
    await recordSecurity(app, tx, {
      kind: "token.made",
      ...{ actorId: accountId, accountId, studyId: studyId ?? undefined },
      detail: { token: id, days, scope },
    });
    return { id, token, expiresAt };
  });
}

async function requireOwnStudy(app: AccountsApp, studyId: string, accountId: string): Promise<void> {
  const { role } = await findStudyAccess(app, studyId, { accountId, issuer: null, isProgram: true });
  if (role !== null) return;
  throw new DomainError("forbidden", t.tokenStudy());
}

const tokensAPage = 50;

/**
 * Lists the tokens of an account, including those that expired recently. The tokens themselves cannot be shown again.
 */
export async function listPersonalTokens(app: AccountsApp, accountId: string) {
  return shown(app, await app.store.read((db) => listTokensOf(db, accountId)));
}

/**
 * Lists one page of the tokens of all accounts.
 * @returns in `next` the cursor of the next page, or null on the last page
 */
export async function listEverybodysTokens(app: AccountsApp, { after }: { after?: string | undefined } = {}) {
  const rows = await app.store.read((db) => listTokenPage(db, { before: after, limit: tokensAPage + 1 }));
  const page = rows.slice(0, tokensAPage);
  return { tokens: shown(app, page), next: rows.length > tokensAPage ? (page.at(-1)?.id ?? null) : null };
}

function shown(app: AccountsApp, rows: Awaited<ReturnType<typeof listTokensOf>>) {
  const now = app.now();
  return rows.map(({ scope, ...row }) => ({
    ...row,
    hasRunOut: row.expiresAt <= now,
    scopes: scopesIn(scope),
  }));
}

/**
 * Lists the studies that a token of an account can be limited to: those in which the account is an operator or a
 * researcher now, oldest first.
 */
export async function listReach(app: AccountsApp, accountId: string) {
  const studies = await app.store.read((db) => listStudiesOf(db, accountId));
  return studies.flatMap(({ id, name, state, role }) =>
    role === "auditor" || state === "draft" ? [] : [{ id, name, role }],
  );
}

/** Returns the scopes of a token, which are stored with spaces between them as in OAuth. */
export function scopesIn(scope: string): Scope[] {
  return scopeSchema.array().parse(scope.split(" "));
}

/**
 * Revokes a token at once. A token that has ended already is left as it is.
 *
 * @param of the account that must own the token; any account unless given
 */
export async function endToken(
  app: AccountsApp,
  by: string,
  { id, of }: { id: string; of?: string },
): Promise<void> {
  await app.store.tx(async (tx) => {
    const ended = await deleteToken(tx, { id, accountId: of });
    if (ended === undefined) return;
    await recordSecurity(app, tx, {
      kind: "token.ended",
      ...{ actorId: by, accountId: ended.accountId },
      studyId: ended.studyId ?? undefined,
      detail: { token: id },
    });
  });
}
