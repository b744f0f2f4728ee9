/**
 * Creates the accounts and the studies of the demonstration unless they exist. `npm start -- --demo` runs it. Sends
 * each step as it begins, then the accounts, to the parent process.
 */

import { demoPassword } from "#server/accounts/demo-people.ts";
import { closeApp, getApp } from "#server/platform/app/app.ts";
import { requestedJobsQueue } from "#server/queue/in-process-queue.ts";
import { hasDemo } from "#server/results/read-study.ts";
import { demoAccounts } from "./demo/make-accounts.ts";
import { makeDemoStudies } from "./demo/play.ts";

const send = (message: object) => process.send?.(message);
const report = (step: string) => send({ step });

// The rounds are played at once, so the simulated auditors must get no mail about their receipts.
const app = { ...(await getApp()), mailer: null, work: { queue: requestedJobsQueue } };
try {
  report("accounts");
  const accounts = await demoAccounts(app);
  if (!(await hasDemo(app))) await makeDemoStudies(app, accounts, report);
  send({ password: demoPassword, accounts: accounts.map(({ role, email }) => ({ role, email })) });
} finally {
  await closeApp();
}
