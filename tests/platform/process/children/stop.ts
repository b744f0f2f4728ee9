// Prints whether it was signalled to stop, before and after the signal. With "served" it has a listener of its own, and then ends.
import { stopping } from "#server/platform/process/stopping.ts";

const [signal = "SIGTERM", own] = process.argv.slice(2);
const say = () => process.stdout.write(`${stopping().aborted} `);
say();
const alive = setInterval(() => undefined, 1_000);
if (own === "served") {
  process.on(signal, () => {
    say();
    clearInterval(alive);
  });
}
process.kill(process.pid, signal);
// A slow process reads the signal after its timers. A busy machine is slow now and then; this process always is.
const late = performance.now() + 50;
while (performance.now() < late);
