import { v7 } from "uuid";
import { isStoreError } from "#db/store/store-error.ts";
import { readProvider } from "#server/services/accounts/provider.ts";
import { dataFolder, openMarkedStore } from "#server/services/app/app.ts";
import { openSecrets } from "#server/services/app/own-secrets.ts";
import { readWorkSetting } from "#server/services/app/work-setting.ts";
import { readBeacon } from "#server/services/beacons/settings.ts";
import { requireDemoAlone, requireNoDemo, shutDemo } from "#server/services/invitations/demo-accounts.ts";
import { issueFirstAdministratorToken } from "#server/services/invitations/invite.ts";
import { readMailSettings } from "#server/services/mail/settings.ts";
import { publicOrigin } from "#server/services/process/public-address.ts";
import { checkSettings, setting } from "#server/services/process/settings.ts";
import { StartError } from "#server/services/process/start-error.ts";
import { recordSecurity } from "#server/services/security-log/record.ts";
import { readWitnesses } from "#server/services/witnesses/settings.ts";

/** What is to become of the demonstration's accounts: made, suspended, or not there at all. */
type Demo = "wanted" | "shut" | "none";

/**
 * What happens before each start: the settings of mail and of the provider are checked, the secrets are made, the database is brought up to
 * date, the demonstration is kept apart from real work, and as long as nobody can administer the server the first
 * administrator's link is issued anew, unless it is a worker that starts: nobody comes in there.
 *
 * @throws StartError, with one sentence for the person at the console
 */
export async function prepareStart(
  demo: Demo,
  isWorker = false,
): Promise<{ firstAdministratorToken: string | null }> {
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
    if (demo === "shut") await shutDemo(app);
    await (demo === "wanted" ? requireDemoAlone(app) : requireNoDemo(app));
    await store.tx((tx) => recordSecurity(app, tx, started(demo)));
    if (isWorker) return { firstAdministratorToken: null };
    return { firstAdministratorToken: await issueFirstAdministratorToken(app).catch(refused) };
  } finally {
    await store.close();
  }
}

/** The settings that decide who comes in and how. */
function started(demo: Demo) {
  const detail = {
    demo: demo === "wanted",
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
