/**
 * Prints the key by which a witness knows this server (docs/operations.md): `npm run checkpoint-key`, with the server's
 * environment. The server may be running.
 */
import { dataFolder } from "#server/services/app/app.ts";
import { serverKeyText } from "#server/services/checkpoints/identity.ts";
import { StartError } from "#server/services/process/start-error.ts";
import { loadSecrets } from "#server/services/secrets/secrets.ts";

try {
  console.log(serverKeyText({ secrets: loadSecrets(dataFolder()) }));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
