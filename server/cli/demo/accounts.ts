import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";
import { ensureAccount } from "#server/accounts/ensure-account.ts";
import type { App } from "#server/platform/app/app.ts";

export type DemoAccount = { readonly accountId: string; readonly email: string; readonly role: string };

/** Creates the demo's missing accounts. */
export async function demoAccounts(app: App): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  for (const { role, ...person } of demoPeople) {
    const accountId = await ensureAccount(app, { ...person, password: demoPassword });
    accounts.push({ accountId, email: person.email, role });
  }
  return accounts;
}
