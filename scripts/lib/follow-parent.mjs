// Loaded into the server with --import, so that the server does not outlive the script that started it, even if that
// script is killed. The server then stops gracefully, so that clients still receive their answers.
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, "SIGTERM");
  }, 200).unref();
}
