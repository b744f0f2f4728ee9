/** Run by `npm start -- --demo`: makes the demo's accounts and study unless they are there, and prints the accounts. */

import { demoPassword } from "#server/services/accounts/demo-people.ts";
import { closeApp, getApp } from "#server/services/app/app.ts";
import { hasDemo } from "#server/services/watching/read-study.ts";
import { demoAccounts } from "./demo/accounts.ts";
import { makeDemoStudy } from "./demo/play.ts";

// The demo plays twelve rounds: nobody is to get the receipts of its made-up auditors.
const app = { ...(await getApp()), mailer: null };
try {
  const accounts = await demoAccounts(app);
  if (!(await hasDemo(app))) await makeDemoStudy(app, accounts);
  console.log(`Demo accounts (password for all: ${demoPassword})`);
  for (const { role, email } of accounts) console.log(`  ${role.padEnd(14)} ${email}`);
} finally {
  await closeApp();
}
