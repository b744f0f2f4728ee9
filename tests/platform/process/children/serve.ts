// A server that answers /slow when it gets SIGHUP. Prints its port, and how it ended. Its drain time, if it has one, ends
// at SIGUSR2, however long it was to be.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import timers, { setImmediate } from "node:timers/promises";
import { stopServingOnSignal } from "#server/platform/process/serving.ts";
import { stopping } from "#server/platform/process/stopping.ts";

const [shutdownTimeoutMs = "0", drainMs = "0", ending = ""] = process.argv.slice(2);

const { setTimeout } = timers;
const drainEnds = once(process, "SIGUSR2");
timers.setTimeout = async (ms, value) => {
  if (ms === 0 || ms !== Number(drainMs)) return setTimeout(ms, value);
  await drainEnds;
  return value as never;
};
syncBuiltinESMExports();

stopServingOnSignal({ shutdownTimeoutMs: Number(shutdownTimeoutMs), drainMs: Number(drainMs) }, async () => {
  await setImmediate();
  if (ending === "fails") throw new Error("the database does not close");
  process.stdout.write("closed\n");
});
stopping().addEventListener("abort", () => process.stdout.write("stopping\n"));

const slow: ServerResponse[] = [];
const server = createServer(({ url }, response) => {
  response.setHeader("connection", "close");
  if (url === "/slow") {
    slow.push(response);
    process.stdout.write("slow\n");
    return;
  }
  response.end("at once");
});
process.on("SIGHUP", () => {
  for (const one of slow) one.end("at last");
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
