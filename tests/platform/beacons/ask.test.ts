import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { askRelays } from "#server/platform/beacons/ask.ts";
import { startBeacon, testNumber } from "#tests/setup/beacon.ts";

it("gives up a relay that does not answer in time, and asks the next one", async () => {
  const silent = await startBeacon(Date.now);
  const { beacon } = silent;
  const other = await startBeacon(Date.now, { chain: beacon });
  onTestFinished(async () => void (await Promise.all([silent.close(), other.close()])));
  silent.lie = "hangs";
  // The silent relay times out at once; the other one has no limit.
  const { timeout } = AbortSignal;
  const limits = vi
    .spyOn(AbortSignal, "timeout")
    .mockReturnValueOnce(timeout(1))
    .mockReturnValue(new AbortController().signal);
  expect(await askRelays([...silent.relays, ...other.relays], beacon, 7)).toEqual({
    kind: "number",
    signature: testNumber(7),
  });
  expect(limits.mock.calls).toEqual([[5_000], [5_000]]);
  expect(other.asked).toBe(1);
});

it("names the trouble without a relay, and if a relay sends a wrong number", async () => {
  const running = await startBeacon(Date.now);
  onTestFinished(running.close);
  const { beacon, relays } = running;
  const troubleOf = async (addresses: readonly string[]) => await askRelays(addresses, beacon, 7);
  expect(await troubleOf([])).toEqual({
    kind: "trouble",
    trouble: "noRelay",
  });
  running.lie = "forged";
  expect(await troubleOf(relays)).toEqual({
    kind: "trouble",
    trouble: "wrongSignature",
  });
  running.lie = "other-round";
  expect(await troubleOf(relays)).toEqual({
    kind: "trouble",
    trouble: "noNumber",
  });
});

it("reads at most 4,096 characters of a response", async () => {
  let length = 4_096;
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ round: 7, signature: testNumber(7) }).padEnd(length));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const running = await startBeacon(Date.now);
  onTestFinished(running.close);
  const relay = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await askRelays([relay], running.beacon, 7)).toMatchObject({ kind: "number" });
  length += 1;
  expect(await askRelays([relay], running.beacon, 7)).toMatchObject({ kind: "trouble" });
});

it("accepts no number before its time, and none of another chain", async () => {
  const running = await startBeacon(Date.now);
  onTestFinished(running.close);
  const { beacon, relays } = running;
  const trouble = { kind: "trouble", trouble: "noNumber" };
  expect(await askRelays(relays, beacon, 1_000_000)).toEqual(trouble);
  expect(await askRelays(relays, { ...beacon, chain: "0".repeat(64) }, 7)).toEqual(trouble);
  expect(await askRelays(["http://127.0.0.1:1"], beacon, 7)).toEqual(trouble);
  expect(running.asked).toBe(0);
});
