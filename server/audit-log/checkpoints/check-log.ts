import { LogError } from "../errors.ts";
import { asHex } from "../hash.ts";
import { type Checkpoint, parseCheckpoint } from "./checkpoint.ts";
import { asKeyName, parseVerifierKey, type VerifierKey } from "./keys.ts";
import { parseNote } from "./note.ts";
import type { NotedTree } from "./noted-tree.ts";
import { type Verified, verifyNote } from "./verify.ts";

/** The signers of a study's checkpoints, as its first entry names them. */
export type CheckpointKeys = {
  /** Also the name of the log's key. */
  readonly origin: string;
  /** The log's Ed25519 key, hex. */
  readonly key: string;
  /** Verifier keys as texts. */
  readonly witnesses: readonly string[];
};

/** How a log relates to a checkpoint from elsewhere. */
export type CheckpointFinding =
  /** The log begins with exactly the signed entries. */
  | { readonly kind: "holds"; readonly checkpoint: Checkpoint; readonly cosigned: readonly Verified[] }
  /** The log is shorter than the signed one: its end was cut off. */
  | { readonly kind: "truncated"; readonly checkpoint: Checkpoint; readonly entryCount: number }
  /** The server signed for a different log: it showed two logs to two people, or the past was rewritten. */
  | { readonly kind: "other-log"; readonly checkpoint: Checkpoint }
  /** The note does not apply to this log: it is not a note, is of another origin, or is not signed by the log's key. */
  | { readonly kind: "no-checkpoint"; readonly why: LogError };

/**
 * Compares a log with a checkpoint from elsewhere: from a receipt, a mail, a witness, or the server's public page.
 *
 * @param tree of all the log's entries, made for this note among others
 * @param note the signed checkpoint as it was saved
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
 * Reads a checkpoint of a log that the log's own key signed, with the witnesses that cosigned it.
 *
 * @returns the checkpoint, or why it is invalid; the keys that a log names may be invalid too
 */
export function openCheckpoint(note: string, keys: CheckpointKeys): Opened | { readonly why: LogError } {
  try {
    const author: VerifierKey = { name: asKeyName(keys.origin), type: "ed25519", publicKey: asHex(keys.key) };
    const witnesses = keys.witnesses.map(parseVerifierKey);
    const signed = parseNote(note);
    const checkpoint = parseCheckpoint(signed.text);
    if (checkpoint.origin !== keys.origin)
      throw new LogError("checkpoint-origin", `the checkpoint is of ${checkpoint.origin}`);
    if (verifyNote(signed, [author]).length === 0)
      throw new LogError("checkpoint-unsigned", "the log's key did not sign the checkpoint");
    return { checkpoint, cosigned: verifyNote(signed, witnesses) };
  } catch (error) {
    if (error instanceof LogError) return { why: error };
    throw error;
  }
}
