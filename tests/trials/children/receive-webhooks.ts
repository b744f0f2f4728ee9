/**
 * Runs webhook receivers that misbehave as the path says. The argument is the port, or 0 for any. Sends its parent the port
 * and the path of each message received.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, dying, hanging, hostile, status } from "#tests/rounds/webhooks/answers.ts";

const misbehaving = { ...hostile, ...dying };

const server = createServer(async (request, response) => {
  for await (const _ of request);
  const name = decodeURIComponent(request.url?.slice(1) ?? "");
  process.send?.(name);
  const answer: Answer = misbehaving[name]?.[0] ?? hanging[name] ?? status(204);
  answer(response, request.socket, request);
});
server.listen(Number(process.argv[2]), "127.0.0.1", () =>
  process.send?.((server.address() as AddressInfo).port),
);
process.on("disconnect", () => process.exit());
