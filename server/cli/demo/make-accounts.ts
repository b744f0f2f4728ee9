import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";
import { ensureAccount } from "#server/accounts/ensure-account.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import type { App } from "#server/platform/app/app.ts";

export type DemoAccount = { readonly accountId: string; readonly email: string; readonly role: string };

/** Creates the demo's missing accounts. Their password is public, so they share one hash, which takes long to make. */
export async function demoAccounts(app: App): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  let hash: Promise<string> | undefined;
  const passwordHash = () => (hash ??= hashPassword(demoPassword));
  for (const { role, ...person } of demoPeople) {
    const accountId = await ensureAccount(app, { ...person, passwordHash });
    accounts.push({ accountId, email: person.email, role });
  }
  return accounts;
}
