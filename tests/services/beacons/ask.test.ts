import { expect, it, onTestFinished } from "vitest";
import { askRelays } from "#server/services/beacons/ask.ts";
import { startBeacon, testNumber } from "#tests/setup/beacon.ts";

it("gives up a relay that does not answer in time, and asks the next one", { timeout: 20_000 }, async () => {
  const silent = await startBeacon(Date.now);
  const { beacon } = silent;
  const other = await startBeacon(Date.now, { chain: beacon });
  onTestFinished(async () => void (await Promise.all([silent.close(), other.close()])));
  silent.lie = "hangs";
  expect(await askRelays([...silent.relays, ...other.relays], beacon, 7)).toEqual({
    kind: "number",
    signature: testNumber(7),
  });
  expect(other.asked).toBe(1);
});

it("takes no number before its time, and none of another chain", async () => {
  const running = await startBeacon(Date.now);
  onTestFinished(running.close);
  const { beacon, relays } = running;
  const trouble = { kind: "trouble", trouble: "No relay of the beacon has the number." };
  expect(await askRelays(relays, beacon, 1_000_000)).toEqual(trouble);
  expect(await askRelays(relays, { ...beacon, chain: "0".repeat(64) }, 7)).toEqual(trouble);
  expect(await askRelays(["http://127.0.0.1:1"], beacon, 7)).toEqual(trouble);
  expect(running.asked).toBe(0);
});
