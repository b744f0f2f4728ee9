import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [outfile = ".build/evenhand-verify.mjs"] = process.argv.slice(2);

// One file that needs only Node, for readers who verify a log without the rest of the program.
await build({
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  entryPoints: ["server/cli/verify.ts"],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  // npm does not run this file, so a variable of some other npm must not decide where paths begin.
  define: { "process.env.INIT_CWD": "undefined" },
  logLevel: "warning",
});
