// Says whether it was told to end, before and after it is. With "served" somebody else listens too.
import { stopping } from "#server/services/process/stopping.ts";

const [signal = "SIGTERM", own] = process.argv.slice(2);
const say = () => process.stdout.write(`${stopping().aborted} `);
say();
if (own === "served") process.on(signal, () => {});
process.kill(process.pid, signal);
setTimeout(say, 10);
setTimeout(() => {}, 20_000).unref();
