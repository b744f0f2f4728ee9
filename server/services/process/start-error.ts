/** The server cannot start; `message` is one sentence for the person at the console that says what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
