/** Starts the server of a release. It always has Node 24, so no check of the version is needed. */
import { startEvenhand } from "./lib/start.mjs";

await startEvenhand(process.argv.slice(2));
