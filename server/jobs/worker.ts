import { LearnerError, type LearnerErrorCode } from "#server/learner/errors.ts";
import { type TaskName, tasks } from "./tasks.ts";

/** What comes back from the thread. An error loses its class on the way, so the learner's refusals travel as values. */
export type WorkerAnswer =
  | { readonly value: unknown }
  | { readonly refused: { readonly code: LearnerErrorCode; readonly message: string } };

/** The thread's entry: piscina calls it with one message a task. */
export default function run(message: { name: TaskName; input: never }): WorkerAnswer {
  try {
    return { value: tasks[message.name](message.input) };
  } catch (error) {
    if (!(error instanceof LearnerError)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}
