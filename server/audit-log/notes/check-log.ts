import { LogError } from "../errors.ts";
import { asHex } from "../hash.ts";
import { type Checkpoint, parseCheckpoint } from "./checkpoint.ts";
import { asKeyName, parseVerifierKey, type VerifierKey } from "./keys.ts";
import { parseNote } from "./note.ts";
import type { NotedTree } from "./noted-tree.ts";
import { type Verified, verifyNote } from "./verify.ts";

/** Whose signatures a study's checkpoints carry: what its first entry says. */
export type CheckpointKeys = {
  /** Also the name of the log's key. */
  readonly origin: string;
  /** The log's Ed25519 key, hex. */
  readonly key: string;
  /** Verifier keys as texts. */
  readonly witnesses: readonly string[];
};

/** What a log that somebody was given has to do with a checkpoint that somebody kept. */
export type CheckpointFinding =
  /** The log begins with exactly the entries that were signed for. */
  | { readonly kind: "holds"; readonly checkpoint: Checkpoint; readonly cosigned: readonly Verified[] }
  /** The log is shorter than what was signed for: its end was cut off. */
  | { readonly kind: "truncated"; readonly checkpoint: Checkpoint; readonly entryCount: number }
  /** The server signed for another log than this one: two were shown to two people, or the past was rewritten. */
  | { readonly kind: "other-log"; readonly checkpoint: Checkpoint }
  /** The note says nothing of this log: no note, of another origin, or not signed by the log's key. */
  | { readonly kind: "no-checkpoint"; readonly why: string };

/**
 * Compares a log with a checkpoint from elsewhere: from a receipt, a letter, a witness, or the server's public page.
 *
 * @param tree of all the log's entries, made for this note among others
 * @param note the signed checkpoint as it was kept
 * @throws RangeError if the tree was made for other notes
 */
export function checkAgainstCheckpoint(
  tree: NotedTree,
  note: string,
  keys: CheckpointKeys,
): CheckpointFinding {
  const opened = openCheckpoint(note, keys);
  if ("why" in opened) return { kind: "no-checkpoint", why: opened.why };
  const { checkpoint, cosigned } = opened;
  const { size, root } = checkpoint;
  if (size > tree.size) return { kind: "truncated", checkpoint, entryCount: tree.size };
  if (tree.rootAt(size) !== root) return { kind: "other-log", checkpoint };
  return { kind: "holds", checkpoint, cosigned };
}

type Opened = { readonly checkpoint: Checkpoint; readonly cosigned: readonly Verified[] };

/**
 * Reads a checkpoint of a log that its own key signed, with the witnesses that cosigned it.
 *
 * @returns why it is none; a log may also name keys that are none
 */
export function openCheckpoint(note: string, keys: CheckpointKeys): Opened | { readonly why: string } {
  try {
    const author: VerifierKey = { name: asKeyName(keys.origin), type: "ed25519", publicKey: asHex(keys.key) };
    const witnesses = keys.witnesses.map(parseVerifierKey);
    const signed = parseNote(note);
    const checkpoint = parseCheckpoint(signed.text);
    if (checkpoint.origin !== keys.origin) return { why: `it is of ${checkpoint.origin}` };
    if (verifyNote(signed, [author]).length === 0) return { why: "the log's key did not sign it" };
    return { checkpoint, cosigned: verifyNote(signed, witnesses) };
  } catch (error) {
    if (error instanceof LogError) return { why: error.message };
    throw error;
  }
}
