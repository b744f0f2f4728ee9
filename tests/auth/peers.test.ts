import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { peerHeader } from "#server/auth/network.ts";
import { markPeers } from "#server/auth/peers.ts";

it("a request carries the address it came from, whatever it says itself", async () => {
  markPeers();
  const server = createServer((incoming, answer) => answer.end(incoming.headers[peerHeader]));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { [peerHeader]: "203.0.113.9", connection: "close" };
  const asked = request({ host: "127.0.0.1", port, headers }).end();
  const [answer] = await once(asked, "response");
  expect(await text(answer)).toBe("127.0.0.1");
});
