import { describe, expect, it } from "vitest";
import { quicknet } from "#server/audit-log/beacon-texts.ts";
import { readBeacon } from "#server/platform/beacons/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";

const relays = "https://api.drand.sh/, http://127.0.0.1:4100/relay";
const read = (env: { urls?: string; chain?: string; delay?: string }) =>
  readBeacon({
    EVENHAND_BEACON_URLS: env.urls,
    EVENHAND_BEACON_CHAIN: env.chain,
    EVENHAND_BEACON_DELAY: env.delay,
  });
const { chain, key } = quicknet;

describe("the settings of a beacon", () => {
  it("are none without a relay", () => {
    expect([read({}), read({ urls: "" }), read({ urls: " , " })]).toEqual([null, null, null]);
  });

  it("hold relays, and by default the chain quicknet with a delay of 30 seconds", () => {
    expect(read({ urls: relays })).toEqual({
      beacon: { ...quicknet, delay: 30 },
      relays: ["https://api.drand.sh", "http://127.0.0.1:4100/relay"],
    });
    const other = read({ urls: relays, chain: `${chain} ${key} 1700000000 30`, delay: "5" });
    expect(other?.beacon).toEqual({ ...quicknet, genesis: 1_700_000_000, period: 30, delay: 5 });
  });

  it.each([
    ["a malformed address", { urls: "drand" }, /addresses of relays/],
    ["an address of another protocol", { urls: "ftp://relay.example" }, /addresses of relays/],
    ["a chain without its period", { urls: relays, chain: `${chain} ${key} 1700000000` }, /its period/],
    ["a chain with too many parts", { urls: relays, chain: `${chain} ${key} 1700000000 3 4` }, /its period/],
    ["a key of another length", { urls: relays, chain: `${chain} ${chain} 1700000000 3` }, /its key/],
    ["a malformed delay", { urls: relays, delay: "soon" }, /whole seconds from 0 to 3600/],
    ["a delay that is too long", { urls: relays, delay: "3601" }, /whole seconds from 0 to 3600/],
  ])("with %s refuse to start with one sentence", (_, env, message) => {
    expect(() => read(env)).toThrow(StartError);
    expect(() => read(env)).toThrow(message);
  });
});
