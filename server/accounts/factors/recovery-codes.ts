import { randomInt } from "node:crypto";
import { listFactors, replaceRecoveryCodes, takeRecoveryCode } from "#db/queries/factors.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { DomainError } from "#server/errors.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import type { Owner } from "./holder.ts";

/** Alphabet of 31 signs that are hard to confuse. A code has 79 bits, too many to be found from its hash. */
const signs = "abcdefghjkmnpqrstuvwxyz23456789";
const COUNT = 10;

/** Makes recovery codes for a user who loses their second factors. They are shown once, and each works once. */
export async function makeRecoveryCodes(
  app: AccountsApp,
  holder: Owner,
): Promise<{ codes: readonly string[] }> {
  const codes = newCodes();
  await app.store.tx(async (tx) => {
    if ((await listFactors(tx, holder.account.id)).length === 0) {
      throw new DomainError("role-conflict", t.factorFirst());
    }
    await saveCodes(app, tx, holder, codes);
  });
  return { codes };
}

export function newCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () =>
    Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join(""),
    ).join("-"),
  );
}

/** Stores recovery codes, in the transaction that needs them. The earlier codes stop working. */
export async function saveCodes(
  app: Pick<AccountsApp, "now">,
  tx: Tx,
  { account }: Owner,
  codes: readonly string[],
): Promise<void> {
  const at = app.now();
  await replaceRecoveryCodes(tx, { accountId: account.id, codeHashes: codes.map(hashOf), at });
  const event = { kind: "recovery-codes.made", actorId: account.id, accountId: account.id } as const;
  await recordSecurity(app, tx, event);
}

/** Uses a recovery code, in the transaction that acts on it. @returns whether the code was valid and unused */
export function giveRecoveryCode(
  app: Pick<AccountsApp, "now">,
  tx: Tx,
  accountId: string,
  code: string,
): Promise<boolean> {
  return takeRecoveryCode(tx, { accountId, codeHash: hashOf(code), at: app.now() });
}

/** Returns the hash of a code, independent of case and separators. */
function hashOf(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ""));
}
