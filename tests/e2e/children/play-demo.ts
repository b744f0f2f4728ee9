/**
 * Makes the demo in the database it is started with. Its ids repeat from run to run and its data folder has fixed
 * secrets, so its draws repeat too, and with them the texts of its pages.
 */
import { demoAccounts } from "#server/cli/demo/make-accounts.ts";
import { makeDemoStudies } from "#server/cli/demo/play.ts";
import { closeApp, getApp } from "#server/platform/app/app.ts";
import { requestedJobsQueue } from "#server/queue/in-process-queue.ts";
import { repeatedIds } from "./repeated-ids.ts";

const app = { ...(await getApp()), newId: repeatedIds(), mailer: null, work: { queue: requestedJobsQueue } };
try {
  await makeDemoStudies(app, await demoAccounts(app), () => undefined);
} finally {
  await closeApp();
}
