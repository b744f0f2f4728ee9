import { plainAnswer } from "./plain-answer.ts";

/**
 * Liveness check for supervisors that restart a hung server: this process answers, whatever the state of its database.
 */
export async function answerLiveness(): Promise<Response> {
  return plainAnswer("Alive.\n");
}
