/**
 * `npm run witness -- --name NAME --server KEY` (docs/operations.md): cosigns the checkpoints of an Evenhand server for
 * a second organisation. It stores what it has seen and signs nothing that does not continue it.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import { FolderTaken, WitnessFiles } from "./witness/files.ts";
import { OptionRefusal, readWitnessOptions, usage } from "./witness/options.ts";
import { serve } from "./witness/serve.ts";
import { WitnessServer } from "./witness/witness.ts";

async function main(args: readonly string[]): Promise<void> {
  const { name, servers, data, host, port } = readWitnessOptions(args);
  const files = new WitnessFiles(data);
  await files.take();
  const signer = { name, type: "ed25519-cosignature", secretKey: await files.secretKey() } as const;
  const server = serve(new WitnessServer({ signer, servers, files, now: Date.now }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close());
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const key = verifierKeyText(verifierOf(signer));
  console.log(
    `Witness ${name} listens on http://${host}:${address.port}; its key and memory are in ${data}.`,
  );
  console.log(
    "The operator of the Evenhand server sets, with the address under which it reaches this witness:",
  );
  console.log(`EVENHAND_WITNESSES="${key} http://${host}:${address.port}"`);
}

try {
  if (process.argv.includes("--help")) process.stdout.write(usage);
  else await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof OptionRefusal || error instanceof FolderTaken)) throw error;
  console.error(error instanceof OptionRefusal ? `${error.message}\n\n${usage}` : error.message);
  process.exitCode = 2;
}
