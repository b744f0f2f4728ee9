/** Checkpoints as texts, with the signatures of the log and its witnesses (docs/log-format-checkpoints.md). */

import { createHash, createPublicKey, verify } from "node:crypto";
import { Broken } from "./report.ts";

/** The contents of `checkpoints` in the first entry. */
export interface Signers {
  readonly origin: string;
  readonly key: string;
  readonly witnesses: readonly string[];
}

export interface Note {
  /** Ends with LF. */
  readonly text: string;
  readonly size: number;
  readonly root: string;
  readonly lines: readonly string[];
}

/** Reads a checkpoint of this log; throws Broken unless the log's key signed it. */
export function readNote(note: string, { origin, key }: Signers): Note {
  const [, text, lines] = /^(.*?\n)\n((?:\u2014 \S+ \S+\n)+)$/s.exec(note) ?? [];
  const [, name, size, root = ""] = /^([^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\n$/.exec(text ?? "") ?? [];
  if (text === undefined || lines === undefined || name !== origin)
    throw new Broken("checkpoint", `a note of ${origin}`, note);
  const read = { text, size: Number(size), root: Buffer.from(root, "base64").toString("hex") };
  const found = { ...read, lines: lines.split("\n").slice(0, -1) };
  const own = signatureOf(found, origin, Buffer.concat([Buffer.of(1), Buffer.from(key, "hex")]));
  if (own === null || !isSigned(key, text, own)) throw new Broken("checkpoint", "the log's signature", note);
  return found;
}

/** The earliest time at which one of the witnesses cosigned, POSIX seconds; null if none did. */
export function earliestWitness(note: Note, { witnesses }: Signers): number | null {
  const times = witnesses.flatMap((witness) => {
    const [name = "", , base64 = ""] = witness.split("+", 2).concat(witness.split("+").slice(2).join("+"));
    const typed = Buffer.from(base64, "base64");
    const bytes = signatureOf(note, name, typed);
    if (bytes === null) return [];
    const at = Number(bytes.readBigUInt64BE(0));
    const message = `cosignature/v1\ntime ${at}\n${note.text}`;
    const isRight = isSigned(typed.subarray(1).toString("hex"), message, bytes.subarray(8));
    if (!isRight) throw new Broken("checkpoint", `the signature of ${name}`, "another");
    return [at];
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** Returns the contents of a key's signature line; null if it has none. */
function signatureOf({ lines }: Note, name: string, typed: Buffer): Buffer | null {
  const id = createHash("sha256").update(`${name}\n`).update(typed).digest().subarray(0, 4);
  for (const line of lines) {
    const [, signer, base64] = line.split(" ");
    const bytes = Buffer.from(base64 ?? "", "base64");
    if (signer === name && bytes.subarray(0, 4).equals(id)) return bytes.subarray(4);
  }
  return null;
}

function isSigned(key: string, message: string, signature: Buffer): boolean {
  const der = Buffer.from(`302a300506032b6570032100${key}`, "hex");
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  return signature.length === 64 && verify(null, Buffer.from(message, "utf8"), publicKey, signature);
}
