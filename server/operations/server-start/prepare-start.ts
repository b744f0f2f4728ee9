import { v7 } from "uuid";
import { isStoreError } from "#db/store/store-error.ts";
import { requireDemoAlone, requireNoDemo } from "#server/accounts/demo-start.ts";
import { issueFirstAdministratorToken } from "#server/accounts/invitations/invite.ts";
import { readProvider } from "#server/accounts/provider.ts";
import { dataFolder, openMarkedStore } from "#server/platform/app/app.ts";
import { openSecrets } from "#server/platform/app/own-secrets.ts";
import { readQueueSetting } from "#server/platform/app/queue-setting.ts";
import { readBeacon } from "#server/platform/beacons/settings.ts";
import { readMailSettings } from "#server/platform/mail/settings.ts";
import { publicOrigin } from "#server/platform/process/public-address.ts";
import { checkSettings, setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { readWitnesses } from "#server/platform/witnesses/settings.ts";

/**
 * Prepares a start: checks the settings, creates the secrets, migrates the database and keeps the demonstration
 * separate from real data. While the server has no administrator, it reissues the first administrator's link. A worker
 * issues none, because it serves no pages.
 *
 * @throws StartError, with one sentence for the operator at the console
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
  readQueueSetting();
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

/** The settings that decide who can sign in and how. */
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
