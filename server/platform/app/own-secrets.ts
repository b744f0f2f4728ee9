import { findNewestPlayable } from "#db/queries/studies.ts";
import type { Reader, Store } from "#db/store/store.ts";
import { verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { hasSecretsFile } from "#server/platform/secrets/file.ts";
import { loadSecrets, type Secrets } from "#server/platform/secrets/secrets.ts";
import { findGenesisEntry, type GenesisEntry } from "./genesis-entry.ts";

/**
 * Opens the secrets of this data folder. It creates them if nothing in the database needs earlier ones: the first entry
 * of each study that is still playable names the key that signs its checkpoints.
 *
 * @throws StartError if there is such a study but not its secrets: with new ones it could never draw again
 */
export async function openSecrets(store: Store, dataFolder: string): Promise<Secrets> {
  const genesis = await store.read(genesisOfNewest);
  if (genesis === undefined) return loadSecrets(dataFolder);
  if (!hasSecretsFile(dataFolder)) throw putBack(`${dataFolder}/secrets.json is not there`);
  const secrets = loadSecrets(dataFolder);
  const { checkpoints } = genesis;
  const own = verifierOf({ name: checkpoints.origin, type: "ed25519", secretKey: secrets.checkpointKey });
  if (own.publicKey === checkpoints.key) return secrets;
  throw putBack(`${dataFolder}/secrets.json is not the one this database's studies were made with`);
}

async function genesisOfNewest(db: Reader): Promise<GenesisEntry | undefined> {
  const studyId = await findNewestPlayable(db);
  return studyId === undefined ? undefined : findGenesisEntry(db, studyId);
}

function putBack(what: string): StartError {
  return new StartError(
    `${what}: put it back from a backup, or restore the database that belongs to it. Nothing was changed.`,
  );
}
