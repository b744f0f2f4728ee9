/**
 * Makes the demo in the database it is started with. Its ids repeat from run to run and its data folder has fixed
 * secrets, so its draws repeat too, and with them what its pages say.
 */
import { v7 } from "uuid";
import { demoAccounts } from "#server/cli/demo/accounts.ts";
import { makeDemoStudies } from "#server/cli/demo/play.ts";
import { closeApp, getApp } from "#server/platform/app/app.ts";
import { requestedJobsQueue } from "#server/queue/in-process-queue.ts";
import { fixedBytes } from "#tests/setup/app.ts";

const firstId = Date.UTC(2026, 0, 5, 9);
let ids = 0;
const newId = () => {
  ids += 1;
  return v7({ msecs: firstId + ids, random: Buffer.from(fixedBytes("id", ids), "hex") });
};
const app = { ...(await getApp()), newId, mailer: null, work: { queue: requestedJobsQueue } };
try {
  await makeDemoStudies(app, await demoAccounts(app), () => undefined);
} finally {
  await closeApp();
}
