import { nonceHash } from "#server/audit-log/ballots.ts";
import { makeEntry } from "#server/audit-log/chain.ts";
import { checkpointText } from "#server/audit-log/checkpoints/checkpoint.ts";
import { noteText } from "#server/audit-log/checkpoints/note.ts";
import { cosign, signNote } from "#server/audit-log/checkpoints/sign.ts";
import type { EntryBody, EntryType } from "#server/audit-log/entries.ts";
import { ballotReceipt, type KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { makeDeviceKey, type SignedBallot, sealedBallot } from "#server/audit-log/sealing.ts";
import { hex, logSigner, opened, sampleLog, study, witnesses } from "../sample-log.ts";
import { naivePath, naiveRoot } from "../tree/naive-tree.ts";

/** Makes entries one after another, like a server, from the opening of the sample log on. */
export function logFrom(lines: readonly string[], hashes: readonly string[]) {
  const log = { lines: [...lines], hashes: [...hashes] };
  const add = <Type extends EntryType>(type: Type, body: EntryBody<Type>) => {
    const seq = log.lines.length + 1;
    const at = 1_000 + seq;
    const prev = log.hashes.at(-1) ?? "";
    const made = makeEntry({ study, seq, prev, previousAt: at - 1, at, type, body });
    log.lines.push(made.line);
    log.hashes.push(made.hash);
    return { seq, prev, hash: made.hash, at };
  };
  return { ...log, add };
}

const openingAt = 4;
const sample = sampleLog();
export const begun = () => logFrom(sample.lines.slice(0, openingAt), sample.hashes.slice(0, openingAt));
export const closing = {
  ...{
    round: 1,
    reason: "operator" as const,
    asAnnounced: true,
    violations: [],
    link: hex("5"),
    linkProof: [],
  },
  draw: { u: "0.125", hypothesis: 2, decisions: [1 as const, 0 as const] },
};

export type Log = ReturnType<typeof logFrom>;

/** Two versions of one seat's ballot on the opening of the sample log. */
export async function twoBallots(): Promise<{ first: SignedBallot; second: SignedBallot }> {
  const device = await makeDeviceKey();
  const people = opened.people.map(({ person, chance }) => ({
    ...{ person, chance, cells: ["8"], shownKey: hex("6") },
  }));
  const round = { study, opening: sample.hashes[openingAt - 1] ?? "", round: 1, seat: "s1", people };
  const bytes = { salt: hex("3"), nonce: hex("4") };
  return {
    first: await sealedBallot({ ...round, version: 1 }, { verdicts: [[0, 1, "unfair"]] }, bytes, device),
    second: await sealedBallot({ ...round, version: 2 }, { verdicts: [] }, bytes, device),
  };
}

const bodyOf = ({ version, commitment, key, signature, nonce }: SignedBallot) => ({
  ...{ round: 1, seat: "s1", version, commitment, nonceHash: nonceHash(nonce), key, signature },
});
export const openedOf = ({ version, salt, nonce, shown, verdicts }: SignedBallot) => ({
  ...{ round: 1, seat: "s1", version, salt, nonce, shown, verdicts: [...verdicts] },
});

export function sealIn(log: Log, made: SignedBallot): KeptReceipt {
  const body = bodyOf(made);
  const { seq, prev, hash, at } = log.add("ballot.sealed", body);
  const opening = sample.hashes[openingAt - 1] ?? "";
  return { ...made, opening, ...ballotReceipt({ study, seq, prev, at, body }, hash), proof: null };
}

type SignedBy = { cosigned?: number; name?: string; secretKey?: string };

/** Signs a checkpoint for a log of these hashes, with this many cosignatures. */
export function noteOf(
  hashes: readonly string[],
  { cosigned = 0, name = logSigner.name, secretKey = logSigner.secretKey }: SignedBy = {},
): string {
  const text = checkpointText({ origin: name, size: hashes.length, root: naiveRoot(hashes) });
  const others = witnesses.slice(0, cosigned).map((witness) => cosign(text, witness, 1_800_000_000));
  return noteText({ text, signatures: [signNote(text, { name, type: "ed25519", secretKey }), ...others] });
}

/** Completes a receipt with a checkpoint that covers its entry. */
export function proven(
  receipt: KeptReceipt,
  { hashes }: Pick<Log, "hashes">,
  note = noteOf(hashes),
): KeptReceipt {
  return { ...receipt, proof: { hashes: naivePath(receipt.seq - 1, hashes), note } };
}
