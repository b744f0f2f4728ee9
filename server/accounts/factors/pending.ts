import { z } from "zod";
import { takePending, updateSession } from "#db/queries/sessions.ts";
import * as t from "#messages/refusals.ts";
import { limits } from "#server/accounts/account-limits.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import { DomainError } from "#server/errors.ts";

const pendingSchema = z.strictObject({
  for: z.enum(["add-passkey", "give-passkey", "add-authenticator"]),
  value: z.string(),
  at: z.number(),
});

type Purpose = z.output<typeof pendingSchema>["for"];

/** Stores the challenge of a session and replaces an earlier one. */
export async function keepPending(
  app: AccountsApp,
  ref: string,
  purpose: Purpose,
  value: string,
): Promise<void> {
  const pending = JSON.stringify({ for: purpose, value, at: app.now() });
  await app.store.tx((tx) => updateSession(tx, ref, { pending }));
}

/**
 * Takes a session's challenge, for one answer, right or wrong.
 * @throws DomainError "step-outdated" if there is none or it has expired
 */
export async function endPending(app: AccountsApp, ref: string, purpose: Purpose): Promise<string> {
  const text = await app.store.tx((tx) => takePending(tx, ref));
  const pending = text === null ? null : pendingSchema.parse(JSON.parse(text));
  if (pending?.for !== purpose || pending.at + limits.pendingLife < app.now()) {
    throw new DomainError("step-outdated", t.stepOutdated());
  }
  return pending.value;
}
