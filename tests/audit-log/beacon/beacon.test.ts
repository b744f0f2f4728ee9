import { readFileSync } from "node:fs";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import { beaconTime, namedBeaconRound, quicknet } from "#server/audit-log/beacon-chain.ts";

/** Of the chain quicknet, and of a chain that the specification uses for trying. */
const real = {
  chain: quicknet,
  round: 657_413,
  signature:
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
};
const trial = {
  chain: {
    ...quicknet,
    key: "a1ee12542360bf75742bcade13d6134e7d5283d9eb782887c47d3d9725f05805d37b0106b7f744395bf82c175dd7434a169e998f188a657a030d588892c0cd2c01f996aaf331c4d8bc5b9734bbe261d09e7d2d39ef88b635077f262bd7bbb30f",
  },
  round: 3,
  signature:
    "b98dae74f6a9d2ec79d75ba273dcfda86a45d589412860eb4c0fd056b00654dbf667c1b6884987c9aee0d43f8ba9db52",
};
const { Point } = bls12_381.G1;
const infinity = `c0${"00".repeat(47)}`;

describe("the signature of a beacon", () => {
  it.each([real, trial])("of round $round is known by its chain's key", ({ chain, round, signature }) => {
    expect(isBeaconSignature(chain, round, signature)).toBe(true);
  });

  it("is refused of another round, another key, and a key that is none", () => {
    const { chain, round, signature } = real;
    expect(isBeaconSignature(chain, round + 1, signature)).toBe(false);
    expect(isBeaconSignature(trial.chain, round, signature)).toBe(false);
    for (const key of ["00".repeat(96), `c0${"00".repeat(95)}`, "ff".repeat(96)]) {
      expect(isBeaconSignature({ ...chain, key }, round, signature)).toBe(false);
    }
  });

  it("has one spelling: no other flags, letters, lengths, no other point", () => {
    const { chain, round, signature } = real;
    const other = Point.fromHex(signature).negate().toHex();
    const uncompressed = Point.fromHex(signature).toHex(false);
    const wrong = [other, uncompressed, signature.toUpperCase(), `${signature}00`, signature.slice(2), ""];
    for (const one of [...wrong, `1${signature.slice(1)}`, `3${signature.slice(1)}`, "zz".repeat(48)]) {
      expect(isBeaconSignature(chain, round, one)).toBe(false);
    }
  });

  it("is no point at infinity, also where the key is one, and none outside the group", () => {
    const { chain, round, signature } = real;
    expect(isBeaconSignature(chain, round, infinity)).toBe(false);
    expect(isBeaconSignature({ ...chain, key: `c0${"00".repeat(95)}` }, round, infinity)).toBe(false);
    const small = outside();
    expect(isBeaconSignature(chain, round, spelled(small))).toBe(false);
    // a right signature shifted by such a point is another spelling of the same number to a program that does not look
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

  it("is of the chain that the format's page names", () => {
    const page = readFileSync("docs/log-format-beacon.md", "utf8");
    expect(page).toContain(`chain     ${quicknet.chain}\n`);
    expect(page).toContain(quicknet.scheme);
  });

  it("comes out every period from the genesis on", () => {
    expect(beaconTime(quicknet, 1)).toBe(1_692_803_367_000);
    expect(beaconTime(quicknet, 657_413)).toBe((1_692_803_367 + 657_412 * 3) * 1_000);
  });

  it("is the first that comes out after the delay, or just then (property)", () => {
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

/** A point of the curve that is in no group of signatures: one whose order divides the cofactor. */
function outside() {
  const { Fp } = bls12_381.fields;
  for (let x = 1n; ; x += 1n) {
    const square = Fp.add(Fp.mul(Fp.sqr(x), x), 4n);
    if (!isSquare(square)) continue;
    const point = Point.fromAffine({ x, y: Fp.sqrt(square) });
    if (!point.isTorsionFree()) return point;
  }
}

/** Compressed, by hand: the library writes no such point. */
function spelled(point: ReturnType<typeof outside>): string {
  const { x, y } = point.toAffine();
  const { ORDER } = bls12_381.fields.Fp;
  const digits = x.toString(16).padStart(96, "0");
  const flags = 0x80 | (y > ORDER - y ? 0x20 : 0) | Number.parseInt(digits.slice(0, 2), 16);
  return `${flags.toString(16)}${digits.slice(2)}`;
}

function isSquare(value: bigint): boolean {
  const { Fp } = bls12_381.fields;
  return Fp.eql(Fp.pow(value, (Fp.ORDER - 1n) / 2n), Fp.ONE);
}
