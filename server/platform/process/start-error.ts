import { writeSync } from "node:fs";

/** The server cannot start; `message` is one sentence for the person at the console that says what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Ends a process that cannot serve. At once: whoever waits for its first answer is cut off and comes again, and would otherwise
 * be told by Next that something failed.
 */
export function failToStart(error: unknown): never {
  const said = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
  writeSync(2, `${said}\n`);
  process.exit(1);
}
