import { readFileSync } from "node:fs";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import { beaconTime, namedBeaconRound } from "#server/audit-log/beacon-chain.ts";
import { beaconChainText, parseBeaconChain, quicknet } from "#server/audit-log/beacon-texts.ts";
import { outsideGroup, real, spelled, trial } from "./vectors.ts";

const { Point } = bls12_381.G1;
const infinity = `c0${"00".repeat(47)}`;

describe("the signature of a beacon", () => {
  it.each([real, trial])("of round $round is valid under its chain's key", ({ chain, round, signature }) => {
    expect(isBeaconSignature(chain, round, signature)).toBe(true);
  });

  it("is refused for another round, another key, and an invalid key", () => {
    const { chain, round, signature } = real;
    expect(isBeaconSignature(chain, round + 1, signature)).toBe(false);
    expect(isBeaconSignature(trial.chain, round, signature)).toBe(false);
    for (const key of ["00".repeat(96), `c0${"00".repeat(95)}`, "ff".repeat(96)]) {
      expect(isBeaconSignature({ ...chain, key }, round, signature)).toBe(false);
    }
  });

  it("has one encoding: other flags, letters, lengths and points are refused", () => {
    const { chain, round, signature } = real;
    const other = Point.fromHex(signature).negate().toHex();
    const uncompressed = Point.fromHex(signature).toHex(false);
    const wrong = [other, uncompressed, signature.toUpperCase(), `${signature}00`, signature.slice(2), ""];
    for (const one of [...wrong, `1${signature.slice(1)}`, `3${signature.slice(1)}`, "zz".repeat(48)]) {
      expect(isBeaconSignature(chain, round, one)).toBe(false);
    }
  });

  it("is refused at infinity, also if the key is there, and outside the group", () => {
    const { chain, round, signature } = real;
    expect(isBeaconSignature(chain, round, infinity)).toBe(false);
    expect(isBeaconSignature({ ...chain, key: `c0${"00".repeat(95)}` }, round, infinity)).toBe(false);
    const small = outsideGroup();
    expect(isBeaconSignature(chain, round, spelled(small))).toBe(false);
    // A valid signature shifted by such a point would be another encoding of the number without a check.
    expect(isBeaconSignature(chain, round, spelled(Point.fromHex(signature).add(small)))).toBe(false);
  });

  it("is refused with any byte changed (property)", () => {
    const bytes = Buffer.from(real.signature, "hex");
    fc.assert(
      fc.property(fc.nat(47), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ change;
        return !isBeaconSignature(real.chain, real.round, changed.toString("hex"));
      }),
      { numRuns: 30 },
    );
  });
});

describe("the number that an entry names", () => {
  const beacon = { ...quicknet, delay: 30 };

  it("is of the chain in the format's documentation", () => {
    const page = readFileSync("docs/log-format-beacon.md", "utf8");
    expect(page).toContain(`chain     ${quicknet.chain}\n`);
    expect(page).toContain(quicknet.scheme);
  });

  it("is published every period from the genesis on", () => {
    expect(beaconTime(quicknet, 1)).toBe(1_692_803_367_000);
    expect(beaconTime(quicknet, 657_413)).toBe((1_692_803_367 + 657_412 * 3) * 1_000);
  });

  it("is the first published at or after the delay (property)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_692_803_367_000, max: 2_000_000_000_000 }), (at) => {
        const round = namedBeaconRound(beacon, at);
        expect(beaconTime(beacon, round)).toBeGreaterThanOrEqual(at + 30_000);
        if (round > 1) expect(beaconTime(beacon, round - 1)).toBeLessThan(at + 30_000);
      }),
    );
    expect(namedBeaconRound(beacon, beaconTime(beacon, 1_000) - 30_000)).toBe(1_000);
    expect(namedBeaconRound(beacon, beaconTime(beacon, 1_000) - 29_999)).toBe(1_001);
    expect(namedBeaconRound(beacon, 0)).toBe(1);
  });
});

describe("a beacon's chain as a text", () => {
  const { chain, key } = quicknet;

  it("is its hash, key, start and period, and is read back", () => {
    const text = beaconChainText(quicknet);
    expect(text).toBe(`${chain} ${key} 1692803367 3`);
    expect(parseBeaconChain(text)).toEqual(quicknet);
    expect(parseBeaconChain(`\n ${chain}\t${key}\n0  999999999999\n`)).toEqual({
      ...{ ...quicknet, genesis: 0, period: 999_999_999_999 },
    });
  });

  it.each([
    ["nothing", ""],
    ["a part less", `${chain} ${key} 5`],
    ["a part more", `${chain} ${key} 5 3 1`],
    ["something before it", `x${chain} ${key} 5 3`],
    ["a shorter hash", `${chain.slice(1)} ${key} 5 3`],
    ["capitals", `${chain.toUpperCase()} ${key} 5 3`],
    ["a longer key", `${chain} ${key}0 5 3`],
    ["no digits", `${chain} ${key} five 3`],
    ["no period", `${chain} ${key} 5 0`],
    ["a period with a zero before it", `${chain} ${key} 5 03`],
    ["a start far off", `${chain} ${key} 1234567890123 3`],
    ["a period far too long", `${chain} ${key} 5 1234567890123`],
  ])("is none with %s", (_, text) => {
    expect(parseBeaconChain(text)).toBeNull();
  });
});
