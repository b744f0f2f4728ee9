import { nodeComplaint } from "./lib/node-version.mjs";

const complaint = nodeComplaint(process.versions);
if (complaint) {
  process.stderr.write(`${complaint}\n`);
  process.exit(1);
}
// Imported only after the check: an older Node fails while loading these files, before it can say why.
const { runCommand } = await import("./lib/commands.mjs");
await runCommand(process.argv.slice(2));
