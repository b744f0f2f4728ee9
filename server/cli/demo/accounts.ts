import { ensureAccount } from "#server/services/accounts/ensure-account.ts";
import type { App } from "#server/services/app/app.ts";

/** For the demo alone, printed at each start: there are no default accounts anywhere else. */
export const demoPassword = "evenhand-demo";

const people = [
  {
    email: "admin@demo.example",
    displayName: "Ada Admin",
    platformRole: "administrator",
    role: "administrator",
  },
  { email: "operator@demo.example", displayName: "Olu Operator", platformRole: "operator", role: "operator" },
  ...["Amal", "Bruno", "Chiara", "Deniz", "Emre"].map((displayName, index) => ({
    email: `auditor${index + 1}@demo.example`,
    displayName,
    platformRole: "member" as const,
    role: "auditor" as const,
  })),
  {
    email: "researcher@demo.example",
    displayName: "Rana Researcher",
    platformRole: "member",
    role: "researcher",
  },
] as const;

export type DemoAccount = { readonly accountId: string; readonly email: string; readonly role: string };

/** Makes the demo's accounts where they are missing. */
export async function demoAccounts(app: App): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  for (const { role, ...person } of people) {
    const accountId = await ensureAccount(app, { ...person, password: demoPassword });
    accounts.push({ accountId, email: person.email, role });
  }
  return accounts;
}
