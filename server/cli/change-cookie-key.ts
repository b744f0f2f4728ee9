/**
 * `npm run change-cookie-key` (docs/operations.md): replaces the key of the sign-in cookies and ends every session, in
 * case another person has seen the key.
 */
import { changeCookieKey } from "#server/accounts/change-cookie-key.ts";
import { closeApp, dataFolder, getApp } from "#server/platform/app/app.ts";
import { StartError } from "#server/platform/process/start-error.ts";

try {
  await changeCookieKey(await getApp(), dataFolder());
  console.log("The sign-in cookies have another key: every account has to sign in again.");
  console.log("Now start the server anew; of several, give each this secrets.json first.");
  await closeApp();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
