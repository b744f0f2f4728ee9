import { afterEach, expect, it, vi } from "vitest";
import { networkOf, peerHeader } from "#server/http/edge/network.ts";

afterEach(() => vi.unstubAllEnvs());

const from = (headers: Record<string, string>) => networkOf((name) => headers[name]);

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["0:0:0:0:0:FFFF:192.0.2.7", "192.0.2.7"],
  ["2001:0DB8:0001:0002:0::5", "2001:db8:1:2::/64"],
])("counts %s as the network %s", (peer, network) => {
  expect(from({ [peerHeader]: peer })).toBe(network);
});

it("ignores a client's claim about its address", () => {
  expect(from({ [peerHeader]: "192.0.2.7", "x-forwarded-for": "198.51.100.1" })).toBe("192.0.2.7");
});

it("trusts the nearest proxy when one is configured", () => {
  vi.stubEnv("EVENHAND_TRUST_PROXY", "1");
  for (const before of ["203.0.113.9", "192.0.2.1, 203.0.113.9", "192.0.2.1,192.0.2.2,203.0.113.9"]) {
    const seen = `${before}, 198.51.100.1`;
    expect(from({ [peerHeader]: "10.0.0.1", "x-forwarded-for": seen })).toBe("198.51.100.1");
  }
});

it.each([
  ...[undefined, "", "unknown", "203.0.113.9,", "198.51.100.1:x", "203.0.113.9, _hidden"],
  ...["0x7f.0.0.1:443", "198.51.100.1:443/x"],
])("uses the connection's address where the proxy names none: %j", (seen) => {
  vi.stubEnv("EVENHAND_TRUST_PROXY", "1");
  const named = seen === undefined ? {} : { "x-forwarded-for": seen };
  expect(from({ [peerHeader]: "10.0.0.1", ...named })).toBe("10.0.0.1");
});

it("counts an address from the proxy like any other", () => {
  vi.stubEnv("EVENHAND_TRUST_PROXY", "1");
  expect(from({ "x-forwarded-for": "2001:db8:1:2:3:4:5:6" })).toBe("2001:db8:1:2::/64");
  expect(from({ "x-forwarded-for": "::FFFF:192.0.2.7" })).toBe("192.0.2.7");
});

it.each(["0", ""])("trusts no proxy when the setting is %j", (word) => {
  vi.stubEnv("EVENHAND_TRUST_PROXY", word);
  expect(from({ [peerHeader]: "192.0.2.7", "x-forwarded-for": "198.51.100.1" })).toBe("192.0.2.7");
});

it("counts all requests without an address as one network", () => {
  expect(from({})).toBe("unknown");
});

it.each([
  ["2001:db8::5:6:7:8", "2001:db8:0:0::/64"],
  ["2001:db8:1:2::8", "2001:db8:1:2::/64"],
  ["2001::2:3:4:5:6:7", "2001:0:2:3::/64"],
])("expands the abbreviated address %s", (peer, network) => {
  expect(from({ [peerHeader]: peer })).toBe(network);
});

it.each([
  ["198.51.100.1:443", "198.51.100.1"],
  ["203.0.113.9, [2001:DB8:1:2::5]:8080", "2001:db8:1:2::/64"],
  ["[::ffff:c633:6401]:443", "198.51.100.1"],
])("ignores the port that a proxy adds to an address: %s", (seen, network) => {
  vi.stubEnv("EVENHAND_TRUST_PROXY", "1");
  expect(from({ [peerHeader]: "10.0.0.1", "x-forwarded-for": seen })).toBe(network);
});
