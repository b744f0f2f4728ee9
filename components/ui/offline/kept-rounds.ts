/**
 * A round that this browser keeps for use without a network. The name of its cache says all of this, so a round is found
 * and deleted without reading it.
 */
export type KeptRound = {
  /** Id of the build whose page is kept: another build's worker neither serves it nor leaves it. */
  readonly build: string;
  /** The account that it was shown to. */
  readonly accountId: string;
  readonly studyId: string;
  readonly round: number;
  /** When it is deleted at the latest (UTC milliseconds). */
  readonly until: number;
};

const kind = "evenhand-round";

export function cacheNameOf({ build, accountId, studyId, round, until }: KeptRound): string {
  return [kind, build, accountId, studyId, round, until].join("/");
}

/**
 * Reads the name of a cache; undefined if it is not a kept round's.
 *
 * @internal exported for tests
 */
export function keptRoundOf(name: string): KeptRound | undefined {
  const [first, build, accountId, studyId, round, until] = name.split("/");
  if (first !== kind || !build || !accountId || !studyId) return undefined;
  return { build, accountId, studyId, round: Number(round), until: Number(until) };
}

/** Lists the rounds that this browser keeps; none where it keeps nothing, as without HTTPS. */
export async function listKeptRounds(): Promise<KeptRound[]> {
  if (!("caches" in globalThis)) return [];
  return (await caches.keys()).flatMap((name) => keptRoundOf(name) ?? []);
}

/** Deletes kept rounds, each with its page, its scripts and its verdicts. */
export async function forgetRounds(isOver: (round: KeptRound) => boolean): Promise<void> {
  const over = (await listKeptRounds()).filter(isOver);
  await Promise.all(over.map((round) => caches.delete(cacheNameOf(round))));
}

/** Deletes all kept rounds, and the workers that open them. */
export async function forgetAllRounds(): Promise<void> {
  await forgetRounds(() => true);
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** What a page of the server knows of the rounds that may be kept. */
export type MayKeep = {
  /** The account that is signed in; null: none. */
  readonly accountId: string | null;
  /** A study and the rounds of it that are open to this account and not sealed. */
  readonly study?: { readonly studyId: string; readonly open: readonly number[] };
};

/** Whether a kept round has to be deleted, by what a page knows. */
export function isOver(kept: KeptRound, { accountId, study }: MayKeep, now: number): boolean {
  const isOpen = study?.studyId !== kept.studyId || study.open.includes(kept.round);
  return kept.accountId !== accountId || kept.until <= now || !isOpen;
}
