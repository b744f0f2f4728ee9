import { nodeComplaint } from "./lib/node-version.mjs";

const complaint = nodeComplaint(process.versions);
if (complaint) {
  process.stderr.write(`${complaint}\n`);
  process.exit(1);
}
// Loaded only now: an older Node would stumble over names it does not have before it could say so.
const { prepareEvenhand } = await import("./lib/start.mjs");
await prepareEvenhand();
