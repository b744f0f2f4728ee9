import { z } from "zod";
import { readLine } from "#server/audit-log/chain.ts";
import { fromBase64 } from "#server/audit-log/checkpoints/base64.ts";
import { type Checkpoint, parseCheckpoint } from "#server/audit-log/checkpoints/checkpoint.ts";
import { readLogName } from "#server/audit-log/checkpoints/log-name.ts";
import { parseNote, type SignedNote } from "#server/audit-log/checkpoints/note.ts";
import { ifReadable, LogError } from "#server/audit-log/errors.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { verifyInclusion } from "#server/audit-log/tree/verify.ts";
import type { Seen } from "./files.ts";

/** A checkpoint, and the proof that its tree begins with that of `oldSize` entries. */
export type Growth = {
  readonly oldSize: number;
  readonly proof: readonly string[];
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
};

const longestProof = 63;

/** Parses a request of C2SP tlog-witness. @returns null if it is malformed */
export function readRequest(body: string): Growth | null {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(end, 0)).split("\n");
  const oldSize = Number(/^old (0|[1-9]\d*)$/.exec(first)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(oldSize) || lines.length > longestProof) return null;
  return ifReadable(() => {
    const note = parseNote(body.slice(end + 2));
    const proof = lines.map((line) => Buffer.from(fromBase64(line)).toString("hex"));
    return { oldSize, proof, note, checkpoint: parseCheckpoint(note.text) };
  });
}

const proof = z.array(z.string().regex(hex64Pattern)).max(longestProof);
const requestSchema = z.strictObject({
  oldSize: z.int().min(0),
  proof,
  note: z.string(),
  restores: z.array(z.strictObject({ entry: z.string(), proof })).min(1),
});

/** A restore as a `log.restored` entry declares it. */
export type Declared = {
  readonly origin: string;
  /** How many entries came before the restore. */
  readonly kept: number;
  readonly lostSeq: number;
  /** The checkpoint of the lost history; null if the entry has none. */
  readonly lost: { readonly note: SignedNote; readonly checkpoint: Checkpoint } | null;
};

export type RestoredRequest = Growth & { readonly declared: readonly Declared[] };

/** Parses a request with the `log.restored` entries of a log. @returns null if it is malformed, or a proof fails */
export function readRestoredRequest(body: string): RestoredRequest | null {
  try {
    const request = requestSchema.safeParse(JSON.parse(body));
    if (!request.success) return null;
    const { note: text, restores, ...growth } = request.data;
    const note = parseNote(text);
    const checkpoint = parseCheckpoint(note.text);
    const declared = restores.map(({ entry, proof }) => readDeclared(entry, proof, checkpoint));
    return { ...growth, note, checkpoint, declared };
  } catch (error) {
    if (error instanceof LogError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @throws LogError for anything but a `log.restored` entry in the tree of the checkpoint */
function readDeclared(line: string, proof: readonly string[], { size, root }: Checkpoint): Declared {
  const entry = readLine(line);
  const isIn = verifyInclusion({ leaf: entryHash(line), index: entry.seq - 1, size, proof, root });
  if (entry.type !== "log.restored" || !isIn) throw new LogError("entry-shape", "no restore in this log");
  const { origin, lostSeq, lostCheckpoint } = entry.body;
  const note = lostCheckpoint === null ? null : parseNote(lostCheckpoint);
  const lost = note && { note, checkpoint: parseCheckpoint(note.text) };
  return { origin, kept: entry.seq - 1, lostSeq, lost };
}

/**
 * Returns the restores of a log since a witness cosigned it last, oldest first.
 *
 * @returns null unless they lead from the known name to that of the checkpoint, without a gap
 */
export function restoresSince(
  { origin: known }: Pick<Seen, "origin">,
  { declared, checkpoint }: Pick<RestoredRequest, "declared" | "checkpoint">,
): Declared[] | null {
  const { restoreCount } = readLogName(known);
  const since = declared.filter(({ origin }) => readLogName(origin).restoreCount > restoreCount);
  const isWhole = since.every(
    ({ origin }, index) => readLogName(origin).restoreCount === restoreCount + index + 1,
  );
  return isWhole && since.at(-1)?.origin === checkpoint.origin ? since : null;
}
