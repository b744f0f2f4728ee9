// Fails to start: with a sentence for the console, an unexpected error, or a value that is no error.
import { failToStart, StartError } from "#server/platform/process/start-error.ts";

const [what] = process.argv.slice(2);
process.on("exit", () => process.stdout.write("gone"));
setInterval(() => undefined, 1_000);
failToStart(
  what === "sentence" ? new StartError("Set it.") : what === "error" ? new Error("broke") : "no error",
);
