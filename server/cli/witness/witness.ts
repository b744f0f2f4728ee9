import type { Signer, VerifierKey } from "#server/audit-log/checkpoints/keys.ts";
import { type SignedNote, signatureLine } from "#server/audit-log/checkpoints/note.ts";
import { cosign } from "#server/audit-log/checkpoints/sign.ts";
import { verifyNote } from "#server/audit-log/checkpoints/verify.ts";
import { ifReadable } from "#server/audit-log/errors.ts";
import { emptyRoot } from "#server/audit-log/tree/nodes.ts";
import { verifyConsistency } from "#server/audit-log/tree/verify.ts";
import type { Seen, WitnessFiles } from "./files.ts";
import { type Declared, type Growth, readRequest, readRestoredRequest, restoresSince } from "./requests.ts";

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
 * state. A restored log is the same log under a new name: it is cosigned only after an `add-restored` request that
 * declares the last checkpoint cosigned here.
 */
export class WitnessServer {
  readonly #parts: Parts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  addCheckpoint(body: string): Promise<WitnessReply> {
    return this.#inTurn(() => this.#add(readRequest(body)));
  }

  addRestored(body: string): Promise<WitnessReply> {
    return this.#inTurn(() => this.#addRestored(body));
  }

  /** Publishes what is missing in a log: one object for each of its restores. */
  async restores(origin: string): Promise<WitnessReply> {
    const seen = await this.#parts.files.seen(origin);
    if (seen === undefined) return unknownLog;
    return { status: 200, text: `${JSON.stringify(seen.restores)}\n`, type: "application/json" };
  }

  #inTurn(answer: () => Promise<WitnessReply>): Promise<WitnessReply> {
    const answered = this.#last.then(answer);
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  async #add(request: Growth | null): Promise<WitnessReply> {
    if (request === null) return refuse(400, "This is no request to add a checkpoint.");
    const { origin } = request.checkpoint;
    const refusal = this.#refuseForeign(request);
    if (refusal !== null) return refusal;
    const seen = (await this.#parts.files.seen(origin)) ?? { origin, trees: [], restores: [] };
    if (seen.origin !== origin) return refuse(404, "This log has another name here: see /restores.");
    return this.#grow(request, seen);
  }

  async #addRestored(body: string): Promise<WitnessReply> {
    const request = readRestoredRequest(body);
    if (request === null) return refuse(400, "This is no request to add a restored log.");
    const refusal = this.#refuseForeign(request);
    if (refusal !== null) return refusal;
    const { files, now } = this.#parts;
    const { origin } = request.checkpoint;
    const seen = await files.seen(origin);
    if (seen === undefined || seen.origin === origin) return unknownLog;
    const declared = restoresSince(seen, request);
    const [first] = declared ?? [];
    if (declared === null || first === undefined || !this.#isLastSeen(seen, first))
      return refuse(422, "The log does not declare the last checkpoint that was cosigned here.");
    const cosigned = seen.trees.at(-1)?.size ?? 0;
    const facts = declared.map(({ origin, kept, lostSeq }) => {
      return { origin, kept, cosigned, declared: lostSeq, at: now() };
    });
    const trees = seen.trees.filter(({ size }) => size <= first.kept);
    return this.#grow(request, { origin, trees, restores: [...seen.restores, ...facts] });
  }

  /** Returns the refusal of a log of another server; null for a log that is witnessed here. */
  #refuseForeign({ note, checkpoint, oldSize }: Growth): WitnessReply | null {
    const key = keyOf(this.#parts.servers, checkpoint.origin);
    if (key === undefined) return unknownLog;
    if (!isSignedBy(note, key)) return refuse(403, "The checkpoint is not signed by the key of its log.");
    const isBehind = oldSize > checkpoint.size;
    return isBehind ? refuse(400, "The old size is larger than the checkpoint's.") : null;
  }

  /**
   * Returns whether a restored log declares the last checkpoint that was cosigned here, or a later one of the same name
   * that its server signed.
   */
  #isLastSeen({ origin, trees }: Seen, { lost }: Declared): boolean {
    const key = keyOf(this.#parts.servers, origin);
    const last = trees.at(-1);
    if (key === undefined || last === undefined || lost === null || lost.checkpoint.origin !== origin)
      return false;
    const { size, root } = lost.checkpoint;
    return isSignedBy(lost.note, key) && (size > last.size || (size === last.size && root === last.root));
  }

  /** Cosigns a checkpoint whose tree begins with the newest one that is known, and stores it. */
  async #grow({ oldSize, proof, note, checkpoint }: Growth, seen: Seen): Promise<WitnessReply> {
    const { size, root } = checkpoint;
    const last = seen.trees.at(-1) ?? { size: 0, root: emptyRoot };
    if (oldSize !== last.size) return { status: 409, text: `${last.size}\n`, type: "text/x.tlog.size" };
    if (!verifyConsistency({ oldSize, oldRoot: last.root, size, root, proof })) {
      return refuse(422, "The proof does not show that this log continues the one that was cosigned.");
    }
    const { signer, files, now } = this.#parts;
    const trees = size === last.size ? seen.trees : [...seen.trees, { size, root }];
    files.remember({ ...seen, trees });
    return { status: 200, text: signatureLine(cosign(note.text, signer, Math.floor(now() / 1_000))) };
  }
}

const unknownLog = refuse(404, "This log is not witnessed here.");

/**
 * Returns the key of the server of an origin. Every study has its own name: that of the server's key, a slash, the
 * study.
 */
function keyOf(servers: readonly VerifierKey[], origin: string): VerifierKey | undefined {
  const server = servers.find(({ name }) => origin.startsWith(`${name}/`) && !/[\s+]/.test(origin));
  return server && { ...server, name: origin };
}

function isSignedBy(note: SignedNote, key: VerifierKey): boolean {
  return ifReadable(() => verifyNote(note, [key]).length === 1) ?? false;
}

function refuse(status: number, text: string): WitnessReply {
  return { status, text: `${text}\n` };
}
