import { type TaskName, tasks } from "./tasks.ts";

/** The thread's entry: piscina calls it with one message a task. */
export default function run<Name extends TaskName>(message: { name: Name; input: never }): unknown {
  return tasks[message.name](message.input);
}
