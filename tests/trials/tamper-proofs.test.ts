import { generateKeyPairSync, sign } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, it } from "vitest";
import { ballotMessage } from "#server/audit-log/ballots.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import type { CheckpointKeys } from "#server/audit-log/notes/check-log.ts";
import { checkpointText } from "#server/audit-log/notes/checkpoint.ts";
import { verifierKeyText, verifierOf } from "#server/audit-log/notes/keys.ts";
import { noteText } from "#server/audit-log/notes/note.ts";
import { cosign, signNote } from "#server/audit-log/notes/sign.ts";
import { consistencyPlan, inclusionPlan, proofOf } from "#server/audit-log/tree/proofs.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { verifyConsistency, verifyInclusion } from "#server/audit-log/tree/verify.ts";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { hex } from "#tests/audit-log/sample-log.ts";
import { findingOf } from "#tests/setup/noted.ts";

/** A fifth of what the trial makes of all kinds together; a twentieth of it in `npm test`. */
const forgeries = Number(process.env.EVENHAND_TRIAL_EDITS ?? 500) / 25;

/** A busy machine takes half a second for one. */

const leaves = Array.from({ length: 150 }, (_, index) => entryHash(`entry ${index}`));
const hashOf = ({ level, index }: { level: number; index: number }) =>
  treeRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

const dice = xoroshiro128plus(11);
const upTo = (most: number) => uniformInt(dice, 0, most);

/** Another digit somewhere. */
function oneOff(text: string, digits = "0123456789abcdef"): string {
  const at = upTo(text.length - 1);
  const others = [...digits].filter((digit) => digit !== text[at]);
  return text.slice(0, at) + others[upTo(others.length - 1)] + text.slice(at + 1);
}

/** A proof with a step that is another one, missing, more, or in another place. */
function otherProof(proof: readonly string[]): string[] {
  const at = upTo(Math.max(0, proof.length - 1));
  const way = proof.length === 0 ? 2 : upTo(3);
  if (way === 0) return proof.with(at, oneOff(proof[at] ?? ""));
  if (way === 1) return proof.toSpliced(at, 1);
  if (way === 2) return proof.toSpliced(at, 0, leaves[upTo(149)] ?? "");
  return proof.length < 2 ? proof.toSpliced(0, 1) : proof.toReversed().with(0, oneOff(proof[0] ?? ""));
}

it(`refuses ${forgeries} forged proofs that an entry stands in a log`, () => {
  for (let made = 0; made < forgeries; made += 1) {
    const size = 2 + upTo(148);
    const index = upTo(size - 1);
    const proof = proofOf(inclusionPlan(index, size), hashOf);
    const whole = { leaf: leaves[index] ?? "", index, size, proof, root: treeRoot(leaves.slice(0, size)) };
    expect(verifyInclusion(whole)).toBe(true);
    const forged = [
      { ...whole, leaf: oneOff(whole.leaf) },
      { ...whole, leaf: leaves[(index + 1) % size] ?? "" },
      { ...whole, root: oneOff(whole.root) },
      { ...whole, index: (index + 1) % size },
      { ...whole, proof: otherProof(proof) },
    ][upTo(4)];
    expect(forged && verifyInclusion(forged)).toBe(false);
  }
});

it(`refuses ${forgeries} forged proofs that a log begins with an older one`, () => {
  for (let made = 0; made < forgeries; made += 1) {
    const size = 2 + upTo(148);
    const oldSize = 1 + upTo(size - 2);
    const proof = proofOf(consistencyPlan(oldSize, size), hashOf);
    const roots = { oldRoot: treeRoot(leaves.slice(0, oldSize)), root: treeRoot(leaves.slice(0, size)) };
    const whole = { oldSize, size, proof, ...roots };
    expect(verifyConsistency(whole)).toBe(true);
    const rewritten = leaves.with(upTo(oldSize - 1), entryHash("another past"));
    const forged = [
      { ...whole, oldRoot: oneOff(whole.oldRoot) },
      { ...whole, root: oneOff(whole.root) },
      { ...whole, root: treeRoot(rewritten.slice(0, size)) },
      { ...whole, oldRoot: treeRoot(rewritten.slice(0, oldSize)) },
      { ...whole, proof: otherProof(proof) },
    ][upTo(4)];
    expect(forged && verifyConsistency(forged)).toBe(false);
  }
});

const origin = "evenhand.example/studies/1";
const server = { name: origin, type: "ed25519", secretKey: hex("a") } as const;
const witness = { name: "witness.example", type: "ed25519-cosignature", secretKey: hex("b") } as const;
const keys: CheckpointKeys = {
  origin,
  key: verifierOf(server).publicKey,
  witnesses: [verifierKeyText(verifierOf(witness))],
};
const log = leaves.slice(0, 20);
const text = checkpointText({ origin, size: log.length, root: treeRoot(log) });
const later = checkpointText({ origin, size: 21, root: treeRoot(leaves.slice(0, 21)) });
const anyLetter = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join("");

it(`refuses ${forgeries} forged checkpoints`, () => {
  const whole = noteText({ text, signatures: [signNote(text, server)] });
  expect(findingOf(log, whole, keys).kind).toBe("holds");
  for (let made = 0; made < forgeries; made += 1) {
    const forged = [
      () => oneOff(whole, anyLetter),
      () => noteText({ text, signatures: [signNote(later, server)] }),
      () => noteText({ text, signatures: [signNote(text, { ...server, secretKey: hex("c") })] }),
      () => noteText({ text: oneOff(text, "0123456789"), signatures: [signNote(text, server)] }),
    ][upTo(3)];
    expect(findingOf(log, forged?.() ?? "", keys).kind).not.toBe("holds");
  }
});

it(`believes none of ${forgeries} forged cosignatures`, () => {
  const own = signNote(text, server);
  const cosigned = cosign(text, witness, 1_800_000_000);
  const vouched = (note: string) => {
    const found = findingOf(log, note, keys);
    return found.kind === "holds" && found.cosigned.length > 0;
  };
  expect(vouched(noteText({ text, signatures: [own, cosigned] }))).toBe(true);
  for (let made = 0; made < forgeries; made += 1) {
    const bytes = cosigned.bytes.slice();
    const at = upTo(bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << upTo(7));
    const forged = [
      // Another time, or another signature.
      { ...cosigned, bytes },
      cosign(later, witness, 1_800_000_000),
      cosign(text, { ...witness, secretKey: hex("c") }, 1_800_000_000),
      // The log's own signature in the place of somebody else's.
      { ...cosigned, bytes: own.bytes },
    ][upTo(3)];
    expect(vouched(noteText({ text, signatures: [own, forged ?? own] }))).toBe(false);
  }
});

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const stranger = generateKeyPairSync("ed25519").privateKey;
const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
/** The order of the group: a signature with s + order is the same point, and must be none. */
const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

it(`refuses ${forgeries} forged signatures of ballots`, () => {
  for (let made = 0; made < forgeries; made += 1) {
    const ballot = { study: "s", opening: hex("1"), round: 1 + made, seat: "s1", version: 1 };
    const message = ballotMessage({ ...ballot, nonceHash: hex("2"), commitment: hex("3") });
    const signature = sign(null, Buffer.from(message), privateKey).toString("hex");
    expect(isSignedFast(key, message, signature)).toBe(true);
    const forged: [string, string, string][] = [
      [key, message, oneOff(signature)],
      [key, oneOff(message, "abcdef0123456789"), signature],
      [oneOff(key), message, signature],
      [key, message, sign(null, Buffer.from(message), stranger).toString("hex")],
      [key, message, withOrder(signature)],
    ];
    expect(isSignedFast(...(forged[upTo(4)] ?? [key, "", signature]))).toBe(false);
  }
});

function withOrder(signature: string): string {
  const s = BigInt(`0x${Buffer.from(signature.slice(64), "hex").reverse().toString("hex")}`) + order;
  return (
    signature.slice(0, 64) + Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse().toString("hex")
  );
}
