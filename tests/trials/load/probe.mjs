/**
 * Loaded into a serving process before anything else: says how long its request thread was held up at most since it was
 * last asked, how much of a processor the thread has used, in all and at most in one turn, and what the whole process has
 * used and holds. On a busy machine the first is the machine's doing as well.
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
  // Late by whatever ran before it: what the thread has used since then was one turn, or two.
  const tick = () => {
    const now = processor();
    turn = Math.max(turn, now - used);
    used = now;
  };
  setInterval(tick, resolution).unref();
  // No request of HTTP: those are counted, and have to pass the front door.
  const server = createServer((socket) => {
    // The monitor counts its own resolution in.
    const stall = Math.max(0, delay.max / 1e6 - resolution);
    const { user, system } = process.cpuUsage();
    const used = (user + system) / 1_000;
    socket.end(
      JSON.stringify({ stall, turn, processor: processor(), used, memory: process.memoryUsage.rss() }),
    );
    turn = 0;
    delay.reset();
  });
  // A process that it starts is given the same port: only the first one serves.
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  server.unref();
}

/** Milliseconds. */
function processor() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
