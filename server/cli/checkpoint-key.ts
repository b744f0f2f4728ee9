/**
 * `npm run checkpoint-key` (docs/operations.md), with the server's environment: prints the key by which a witness
 * identifies this server. The server may be running.
 */
import { dataFolder } from "#server/platform/app/app.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { serverKeyText } from "#server/studies/checkpoints/identity.ts";

try {
  console.log(serverKeyText({ secrets: loadSecrets(dataFolder()) }));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
