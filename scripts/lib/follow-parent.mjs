// Loaded into the server with --import: it must not outlive the script that started it, even one killed outright. It
// is told to stop then, so that whoever it is answering still gets an answer.
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, "SIGTERM");
  }, 200).unref();
}
