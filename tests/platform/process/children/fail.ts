// Fails to start: with a sentence for whoever stands at the console, an error nobody foresaw, or something that is none.
import { failToStart, StartError } from "#server/platform/process/start-error.ts";

const [what] = process.argv.slice(2);
process.on("exit", () => process.stdout.write("gone"));
setInterval(() => undefined, 1_000);
failToStart(
  what === "sentence" ? new StartError("Set it.") : what === "error" ? new Error("broke") : "no error",
);
