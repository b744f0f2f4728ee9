import { LogError } from "#server/audit-log/errors.ts";
import { fromBase64 } from "#server/audit-log/notes/base64.ts";
import { type Checkpoint, parseCheckpoint } from "#server/audit-log/notes/checkpoint.ts";
import type { Signer, VerifierKey } from "#server/audit-log/notes/keys.ts";
import { parseNote, type SignedNote, signatureLine } from "#server/audit-log/notes/note.ts";
import { cosign } from "#server/audit-log/notes/sign.ts";
import { verifyNote } from "#server/audit-log/notes/verify.ts";
import { emptyRoot } from "#server/audit-log/tree/nodes.ts";
import { verifyConsistency } from "#server/audit-log/tree/verify.ts";
import type { WitnessFiles } from "./files.ts";

export type WitnessReply = { readonly status: number; readonly text: string; readonly type?: string };

type Parts = {
  readonly signer: Signer & { readonly type: "ed25519-cosignature" };
  readonly servers: readonly VerifierKey[];
  readonly files: Pick<WitnessFiles, "seen" | "remember">;
  /** The time in UTC milliseconds. */
  readonly now: () => number;
};

/**
 * Answers `add-checkpoint` of C2SP tlog-witness, one request after another, so that no two are checked against the same
 * state.
 */
export class WitnessServer {
  readonly #parts: Parts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  addCheckpoint(body: string): Promise<WitnessReply> {
    const answered = this.#last.then(() => this.#answer(body));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  async #answer(body: string): Promise<WitnessReply> {
    const { files, servers } = this.#parts;
    const request = readRequest(body);
    if (request === null) return refuse(400, "This is no request to add a checkpoint.");
    const { oldSize, proof, note, checkpoint } = request;
    const { origin, size, root } = checkpoint;
    const key = keyOf(servers, origin);
    if (key === undefined) return refuse(404, "This log is not witnessed here.");
    if (!isSignedBy(note, key)) return refuse(403, "The checkpoint is not signed by the key of its log.");
    if (oldSize > size) return refuse(400, "The old size is larger than the checkpoint's.");
    const seen = (await files.seen(origin)) ?? { size: 0, root: emptyRoot };
    if (oldSize !== seen.size) return { status: 409, text: `${seen.size}\n`, type: "text/x.tlog.size" };
    if (!verifyConsistency({ oldSize, oldRoot: seen.root, size, root, proof })) {
      return refuse(422, "The proof does not show that this log continues the one that was cosigned.");
    }
    await files.remember({ origin, size, root });
    const { signer, now } = this.#parts;
    return { status: 200, text: signatureLine(cosign(note.text, signer, Math.floor(now() / 1_000))) };
  }
}

type Request = { oldSize: number; proof: string[]; note: SignedNote; checkpoint: Checkpoint };

const longestProof = 63;

/** Parses a request. @returns null if it is malformed */
function readRequest(body: string): Request | null {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(end, 0)).split("\n");
  const oldSize = Number(/^old (0|[1-9]\d*)$/.exec(first)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(oldSize) || lines.length > longestProof) return null;
  try {
    const note = parseNote(body.slice(end + 2));
    const proof = lines.map((line) => Buffer.from(fromBase64(line)).toString("hex"));
    return { oldSize, proof, note, checkpoint: parseCheckpoint(note.text) };
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}

/**
 * Returns the key of the server of an origin. Every study has its own name: that of the server's key, a slash, the
 * study.
 */
function keyOf(servers: readonly VerifierKey[], origin: string): VerifierKey | undefined {
  const server = servers.find(({ name }) => origin.startsWith(`${name}/`) && !/[\s+]/.test(origin));
  return server && { ...server, name: origin };
}

function isSignedBy(note: SignedNote, key: VerifierKey): boolean {
  try {
    return verifyNote(note, [key]).length === 1;
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
}

function refuse(status: number, text: string): WitnessReply {
  return { status, text: `${text}\n` };
}
