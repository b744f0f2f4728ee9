import { findRequiredIssuer, updateStudy } from "#db/queries/studies.ts";
import * as t from "#messages/refusals.ts";
import { readProvider } from "#server/accounts/provider.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";

/**
 * Reads whether auditors of a study must sign in by the provider, and its name; null if they need not, or there is no
 * such provider any more.
 */
export async function readSignInRule(app: Pick<App, "store">, studyId: string) {
  const required = await app.store.read((db) => findRequiredIssuer(db, studyId));
  return { isRequired: required !== null, provider: readProvider()?.name ?? null };
}

/**
 * Sets whether auditors of a study must sign in by the provider. It applies from their next request.
 *
 * @throws DomainError "bad-input" if no provider is set up
 */
export async function requireSignIn(
  app: Pick<App, "store" | "now">,
  { studyId, isRequired, accountId }: { studyId: string; isRequired: boolean; accountId: string },
): Promise<void> {
  const provider = readProvider();
  if (isRequired && provider === null) {
    throw new DomainError("bad-input", t.noProvider());
  }
  const requiredIssuer = isRequired ? (provider?.issuer ?? null) : null;
  await app.store.tx(async (tx) => {
    if ((await findRequiredIssuer(tx, studyId)) === requiredIssuer) return;
    await updateStudy(tx, studyId, { requiredIssuer });
    await recordSecurity(app, tx, {
      kind: "study.sign-in-required",
      actorId: accountId,
      accountId: null,
      studyId,
      detail: { required: isRequired },
    });
  });
}
