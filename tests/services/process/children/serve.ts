// A server that answers /slow when it hears SIGHUP. Says its port, and what its end came to.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { stopServingWhenTold } from "#server/services/process/serving.ts";
import { stopping } from "#server/services/process/stopping.ts";

const [patienceMs = "0", lastCallMs = "0", ending = ""] = process.argv.slice(2);

stopServingWhenTold({ patienceMs: Number(patienceMs), lastCallMs: Number(lastCallMs) }, async () => {
  await setImmediate();
  if (ending === "fails") throw new Error("the database does not let go");
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
