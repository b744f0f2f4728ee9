import {
  deleteKeptAnswer,
  deleteKeptAnswersBefore,
  findKeptAnswer,
  takeKey,
  updateKeptAnswer,
} from "#db/queries/programs.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";

/** An answer as it is sent: a status of HTTP, and its body. */
export type Answer = { readonly status: number; readonly body: string };

type Keyed = {
  /** A key belongs to it: no other token is told what became of a call. */
  readonly tokenId: string;
  /** Made by the caller, a new one for each thing to do. */
  readonly key: string;
  /** SHA-256 of what is asked for. */
  readonly fingerprint: string;
};

/** What an act that did nothing leaves: why, so that the same may be asked again with the same key. */
export type NothingDone = { readonly nothingDone: unknown };

/**
 * Does something once for a key: whoever asks again is given the first answer for a day. Two who ask at the same moment: one
 * does it, the other is told so. What was broken off is never begun again, since nobody knows how far it came.
 *
 * @param act does it, and answers; if it throws, it is as good as broken off
 * @throws DomainError "key-reused" for something else with the same key; "key-running"; "key-interrupted"; what was the reason
 *   if nothing was done
 */
export async function once(
  app: Pick<App, "store" | "now">,
  keyed: Keyed,
  act: () => Promise<Answer | NothingDone>,
): Promise<Answer & { readonly isRepeated: boolean }> {
  const first = await takeOrFind(app, keyed);
  if (first !== undefined) return { ...first, isRepeated: true };
  const answer = await act();
  if ("nothingDone" in answer) {
    await app.store.tx((tx) => deleteKeptAnswer(tx, keyed));
    throw answer.nothingDone;
  }
  const { status, body } = answer;
  await app.store.tx((tx) => updateKeptAnswer(tx, { ...callOf(keyed), status, body }));
  return { status, body, isRepeated: false };
}

/** @returns undefined if the key is taken for this call from now on */
async function takeOrFind(app: Pick<App, "store" | "now">, keyed: Keyed): Promise<Answer | undefined> {
  const now = app.now();
  const isFree = await app.store.tx(async (tx) => {
    await deleteKeptAnswersBefore(tx, now - limits.answerKept);
    return takeKey(tx, { ...callOf(keyed), fingerprint: keyed.fingerprint, begunAt: now });
  });
  if (isFree) return undefined;
  const known = await app.store.read((db) => findKeptAnswer(db, keyed));
  // It did nothing, and has just been freed.
  if (known === undefined) throw isUnderWay();
  const { fingerprint, status, body, begunAt } = known;
  if (fingerprint !== keyed.fingerprint) {
    throw new DomainError("key-reused", "This key was used for something else: make a new key.");
  }
  if (status !== null && body !== null) return { status, body };
  if (begunAt + limits.callPatience > now) throw isUnderWay();
  throw new DomainError(
    "key-interrupted",
    "The server was stopped while it did this. Look whether it was done; if not, ask for it with a new key.",
  );
}

function isUnderWay(): DomainError {
  const message = "The same call with this key is under way: ask again in a moment.";
  return new DomainError("key-running", message, [], { retryAfter: 1 });
}

function callOf({ tokenId, key }: Keyed) {
  return { tokenId, key };
}
