import { writeSync } from "node:fs";

/** An error that prevents the start; `message` is one sentence for the operator at the console that says what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Ends a process that cannot serve, at once. A client that waits for the first answer is disconnected and retries;
 * otherwise Next would send it an error page.
 */
export function failToStart(error: unknown): never {
  const said = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
  writeSync(2, `${said}\n`);
  process.exit(1);
}
