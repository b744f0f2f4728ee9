/** Signatures of public numbers in the verifier in Python: published vectors, and the same answers as the server's. */

import { execFileSync } from "node:child_process";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { expect, it } from "vitest";
import { isBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import { quicknet } from "#server/audit-log/beacon-texts.ts";
import { findPython } from "#tests/setup/python.ts";
import { outsideGroup, real, spelled, trial } from "../audit-log/beacon/vectors.ts";

const inPython = (script: string, input: unknown) =>
  JSON.parse(
    execFileSync(
      findPython(),
      [
        "-B",
        "-c",
        `import json, sys
sys.path.insert(0, "clients/python/src")
from evenhand.verifier.bls12381 import hash_to_curve, is_beacon_signature
given = json.load(sys.stdin)
print(json.dumps(${script}))`,
      ],
      { input: JSON.stringify(input), encoding: "utf8" },
    ),
  );

/** RFC 9380, appendix J.9.1. */
const hashed = {
  "": "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1 08ba738453bfed09cb546dbb0783dbb3a5f1f566ed67bb6be0e8c67e2e81a4cc68ee29813bb7994998f3eae0c9c6a265",
  abc: "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903 0b9c15f3fe6e5cf4211f346271d7b01c8f3b28be689c8429c85b67af215533311f0b8dfaaa154fa6b88176c229f2885d",
  abcdef0123456789:
    "11e0b079dea29a68f0383ee94fed1b940995272407e3bb916bbf268c263ddd57a6a27200a784cbc248e84f357ce82d98 03a87ae2caf14e8ee52e51fa2ed8eefe80f02457004ba4d486d6aa1f517c0889501dc7413753f9599b099ebcbbd2d709",
};

it("hashes to the points of RFC 9380", () => {
  const dst = "QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
  const script = `["%096x %096x" % hash_to_curve(one.encode(), b"${dst}") for one in given]`;
  expect(inPython(script, Object.keys(hashed))).toEqual(Object.values(hashed));
});

it("answers like the server on right signatures, other keys, and every kind of wrong spelling", () => {
  const { Point } = bls12_381.G1;
  const { chain, round, signature } = real;
  const small = outsideGroup();
  const of = (text: string, number = round, key = chain.key) => [key, number, text] as const;
  const right = [of(signature), of(trial.signature, trial.round, trial.chain.key)];
  const wrong = [
    of(signature, round + 1),
    of(signature, round, trial.chain.key),
    ...["00".repeat(96), `c0${"00".repeat(95)}`, "ff".repeat(96)].map((key) => of(signature, round, key)),
    of(Point.fromHex(signature).negate().toHex()),
    of(Point.fromHex(signature).toHex(false)),
    of(`c0${"00".repeat(47)}`),
    of(spelled(small)),
    of(spelled(Point.fromHex(signature).add(small))),
    ...[signature.toUpperCase(), `${signature}00`, signature.slice(2), "", "zz".repeat(48)].map((one) =>
      of(one),
    ),
    ...["1", "3", "9"].map((flags) => of(`${flags}${signature.slice(1)}`)),
    ...[5, 40].map((place) => of(`${signature.slice(0, place)}0${signature.slice(place + 1)}`)),
  ];
  const found = inPython("[is_beacon_signature(*one) for one in given]", [...right, ...wrong]);
  expect(found).toEqual([...right.map(() => true), ...wrong.map(() => false)]);
  const onServer = [...right, ...wrong].map(([key, number, text]) =>
    isBeaconSignature({ ...quicknet, key }, number, text),
  );
  expect(onServer).toEqual(found);
});
