import { deleteKeptAnswersBefore, findKeptAnswer, takeKey, updateKeptAnswer } from "#db/queries/programs.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { openSecret, sealSecret } from "#server/accounts/factors/secret-box.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { freeKeyIfRefused, freeKeySoon } from "./refused-keys.ts";

/** A response as it is sent: its HTTP status and its body. */
export type StoredAnswer = { readonly status: number; readonly body: string };

type Keyed = {
  /** The token that the key belongs to. No other token can read the result of the call. */
  readonly tokenId: string;
  /** Idempotency key, made by the caller: a new one for each action. */
  readonly key: string;
  /** SHA-256 of the request. */
  readonly fingerprint: string;
};

/** The result of an action that changed nothing: the reason, so that the call can be repeated with the same key. */
export type NothingDone = { readonly nothingDone: unknown };

/**
 * Performs an action once for an idempotency key. A repeated call gets the first response for a day. Of two calls at
 * the same moment, one performs the action and the other gets an error. An interrupted action is never started again,
 * since it is unknown how far it came.
 *
 * @param act performs the action and returns the response; if it throws, the call counts as interrupted
 * @throws DomainError "key-reused" for a different request with the same key; "key-running"; "key-interrupted"; the
 *   reason given if the action changed nothing
 * Cost: two small transactions in addition to those of the action, one if it changed nothing. The key is in the
 * database before the action begins, so that a crash is noticed. That of a refused call is freed within a second. The
 * response is kept encrypted.
 */
export async function once(
  app: Pick<App, "store" | "now" | "secrets">,
  keyed: Keyed,
  act: () => Promise<StoredAnswer | NothingDone>,
): Promise<StoredAnswer & { readonly isRepeated: boolean }> {
  const first = await takeKeyOrFind(app, keyed);
  if (first !== undefined) return { ...first, isRepeated: true };
  const answer = await act();
  if ("nothingDone" in answer) {
    freeKeySoon(app.store, keyed);
    throw answer.nothingDone;
  }
  const { status, body } = answer;
  const sealed = sealSecret(app.secrets, keyed.tokenId, body);
  await app.store.tx((tx) => updateKeptAnswer(tx, keyed, { status, body: sealed }));
  return { status, body, isRepeated: false };
}

/**
 * Takes the key for this call, or finds the response of an earlier call.
 * @returns undefined if this call has taken the key
 */
async function takeKeyOrFind(
  app: Pick<App, "store" | "now" | "secrets">,
  keyed: Keyed,
): Promise<StoredAnswer | undefined> {
  await freeKeyIfRefused(app.store, keyed);
  const now = app.now();
  const begunBefore = now - limits.answerKept;
  const find = () => app.store.read((db) => findKeptAnswer(db, keyed));
  // Looked up first, so that a repeated call writes nothing.
  let known = await find();
  if (known === undefined || known.begunAt < begunBefore) {
    const { tokenId, key, fingerprint } = keyed;
    const isFree = await app.store.tx(async (tx) => {
      await deleteKeptAnswersBefore(tx, begunBefore);
      return takeKey(tx, { tokenId, key, fingerprint, begunAt: now });
    });
    if (isFree) return undefined;
    known = await find();
  }
  // The other call changed nothing, and the key has just been freed.
  if (known === undefined) throw stillRunning();
  const { fingerprint, status, body, begunAt } = known;
  if (fingerprint !== keyed.fingerprint) {
    throw new DomainError("key-reused", "This key was used for something else: make a new key.");
  }
  if (status !== null && body !== null) {
    return { status, body: openSecret(app.secrets, keyed.tokenId, body) };
  }
  if (begunAt + limits.callTimeout > now) throw stillRunning();
  throw new DomainError(
    "key-interrupted",
    "The server was stopped while it did this. Look whether it was done; if not, ask for it with a new key.",
  );
}

function stillRunning(): DomainError {
  const message = "The same call with this key is under way: ask again in a moment.";
  return new DomainError("key-running", message, [], { retryAfter: 1 });
}
