/**
 * `npm run reset-factor -- E-MAIL` (docs/operations.md): lets a person who lost every second factor sign in again.
 * Removes the account's factors and password and prints a link that sets a new password once. The server may be
 * running.
 */

import { resetFactor } from "#server/accounts/invitations/reset-factor.ts";
import { closeApp, getApp } from "#server/platform/app/app.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { emailSchema } from "#server/schemas/accounts.ts";

const email = emailSchema.safeParse(process.argv[2]);
if (!email.success) {
  console.error("usage: npm run reset-factor -- E-MAIL");
  process.exit(2);
}
try {
  const { token, expiresAt } = await resetFactor(await getApp(), email.data);
  console.log(
    `Second factors and password of ${email.data} are gone. Until ${new Date(expiresAt).toISOString()}`,
  );
  console.log(`this link sets a new password, once: ${publicAddress(`/invitation/${token}`)}`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await closeApp();
}
