// Loaded into the server with --import: it must not outlive the script that started it, even one killed outright.
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(1), 200).unref();
}
