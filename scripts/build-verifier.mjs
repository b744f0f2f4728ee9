import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [outfile = ".build/evenhand-verify.mjs"] = process.argv.slice(2);

// One file that needs only Node: for whoever checks a log without the rest of the program.
await build({
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  entryPoints: ["server/cli/verify.ts"],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  logLevel: "warning",
});
