import { plainAnswer } from "./plain-answer.ts";

/** For whoever starts a server anew when it hangs: this process answers, whatever becomes of its database. */
export async function answerLiveness(): Promise<Response> {
  return plainAnswer("Alive.\n");
}
