import { bls12_381 } from "@noble/curves/bls12-381.js";
import { quicknet } from "#server/audit-log/beacon-texts.ts";

/** A published number of the chain quicknet. */
export const real = {
  chain: quicknet,
  round: 657_413,
  signature:
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
};

/** A number of the test chain in drand's specification. */
export const trial = {
  chain: {
    ...quicknet,
    key: "a1ee12542360bf75742bcade13d6134e7d5283d9eb782887c47d3d9725f05805d37b0106b7f744395bf82c175dd7434a169e998f188a657a030d588892c0cd2c01f996aaf331c4d8bc5b9734bbe261d09e7d2d39ef88b635077f262bd7bbb30f",
  },
  round: 3,
  signature:
    "b98dae74f6a9d2ec79d75ba273dcfda86a45d589412860eb4c0fd056b00654dbf667c1b6884987c9aee0d43f8ba9db52",
};

const { Point } = bls12_381.G1;

/** Returns a curve point outside the group of signatures: one whose order divides the cofactor. */
export function outsideGroup() {
  const { Fp } = bls12_381.fields;
  for (let x = 1n; ; x += 1n) {
    const square = Fp.add(Fp.mul(Fp.sqr(x), x), 4n);
    if (!isSquare(square)) continue;
    const point = Point.fromAffine({ x, y: Fp.sqrt(square) });
    if (!point.isTorsionFree()) return point;
  }
}

/** Compresses a point by hand: the library refuses points outside the group. */
export function spelled(point: ReturnType<typeof outsideGroup>): string {
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
