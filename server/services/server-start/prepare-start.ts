import { v7 } from "uuid";
import { isStoreError } from "#db/store/store-error.ts";
import { readProvider } from "#server/services/accounts/provider.ts";
import { dataFolder, openMarkedStore } from "#server/services/app/app.ts";
import { openSecrets } from "#server/services/app/own-secrets.ts";
import { readWorkSetting } from "#server/services/app/work-setting.ts";
import { readBeacon } from "#server/services/beacons/settings.ts";
import { requireDemoAlone, requireNoDemo } from "#server/services/invitations/demo-accounts.ts";
import { issueFirstAdministratorToken } from "#server/services/invitations/invite.ts";
import { readMailSettings } from "#server/services/mail/settings.ts";
import { publicOrigin } from "#server/services/process/public-address.ts";
import { checkSettings, setting } from "#server/services/process/settings.ts";
import { StartError } from "#server/services/process/start-error.ts";
import { recordSecurity } from "#server/services/security-log/record.ts";
import { readWitnesses } from "#server/services/witnesses/settings.ts";

/**
 * Prepares a start: checks the settings, makes the secrets, migrates the database and keeps the demonstration apart from
 * real work. While the server has no administrator it issues the first administrator's link anew; a worker issues none,
 * since it serves no pages.
 *
 * @throws StartError, with one sentence for the person at the console
 */
export async function prepareStart({
  demo,
  worker,
}: {
  demo: boolean;
  worker: boolean;
}): Promise<{ firstAdministratorToken: string | null }> {
  checkSettings(process.env);
  readMailSettings();
  readProvider();
  readWitnesses();
  readBeacon();
  readWorkSetting();
  const { store } = await openMarkedStore().catch(refused);
  try {
    const secrets = await openSecrets(store, dataFolder());
    const app = { store, secrets, now: Date.now, newId: () => v7() };
    await (demo ? requireDemoAlone(app) : requireNoDemo(app));
    await store.tx((tx) => recordSecurity(app, tx, started(demo)));
    if (worker) return { firstAdministratorToken: null };
    return { firstAdministratorToken: await issueFirstAdministratorToken(app).catch(refused) };
  } finally {
    await store.close();
  }
}

/** The settings that decide who comes in and how. */
function started(demo: boolean) {
  const detail = {
    demo,
    https: publicOrigin().startsWith("https://"),
    mail: readMailSettings() !== null,
    provider: readProvider() !== null,
    postgres: setting("DATABASE_URL") !== null,
    proxy: setting("EVENHAND_TRUST_PROXY"),
  };
  return { kind: "server.started", actorId: null, accountId: null, detail } as const;
}

function refused(error: unknown): never {
  throw isStoreError(error) ? new StartError(error.message, { cause: error }) : error;
}
