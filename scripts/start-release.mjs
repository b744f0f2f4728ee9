/** Starts the server of a release, whose Node 24 is known: no check of its version is needed. */
import { startEvenhand } from "./lib/start.mjs";

await startEvenhand(process.argv.slice(2));
