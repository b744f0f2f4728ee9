/**
 * Measures the serving process that preloads it. Reports the longest stall of the request thread since the last reading, the
 * thread's processor time, in all and at most in one turn, and the whole process's processor time and memory. On a busy
 * machine stalls have other causes too.
 */
import { createServer } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const resolution = 2;
const port = Number(process.env.EVENHAND_TRIAL_PROBE_PORT);

if (isMainThread && port > 0) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let [used, turn] = [processor(), 0];
  // The timer is delayed by the turns before it: the thread's time since then was one turn, or two.
  const tick = () => {
    const now = processor();
    turn = Math.max(turn, now - used);
    used = now;
  };
  setInterval(tick, resolution).unref();
  // Not HTTP: those requests are counted, and pass the request guard.
  const server = createServer((socket) => {
    // The monitor's values include its own resolution.
    const stall = Math.max(0, delay.max / 1e6 - resolution);
    const { user, system } = process.cpuUsage();
    const used = (user + system) / 1_000;
    socket.end(
      JSON.stringify({ stall, turn, processor: processor(), used, memory: process.memoryUsage.rss() }),
    );
    turn = 0;
    delay.reset();
  });
  // Child processes get the same port: only the first process serves.
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  server.unref();
}

/** Returns the thread's processor time in milliseconds. */
function processor() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
