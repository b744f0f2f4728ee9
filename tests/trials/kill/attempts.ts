import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../http-client.ts";

/** A request that may be cut off, and how to repeat it. */
export type Attempt<T> = { readonly send: () => Promise<Answer<T>>; readonly first: Answer<T> };

export async function attempt<T>(ask: () => Promise<Answer<T>>): Promise<Attempt<T>> {
  const send = () => retryWhileBusy(ask);
  return { send, first: await send() };
}

const retry = { tries: 300, pause: 100 };

/** Repeats a request while the server is busy, as a page does: a busy server has accepted nothing. */
export async function retryWhileBusy<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask();
    const isBusy =
      "refused" in answer && ["busy", "learner-busy", "draw-awaited"].includes(answer.refused.code);
    if (!isBusy || tried === retry.tries) return answer;
    await sleep(retry.pause);
  }
}

/** Repeats a request until its answer satisfies `isEnough`. @throws Error if it never does */
export async function until<T>(ask: () => Promise<Answer<T>>, isEnough: (value: T) => boolean): Promise<T> {
  let last: Answer<T> | undefined;
  for (let tried = 0; tried < retry.tries; tried += 1) {
    last = await ask();
    if ("ok" in last && isEnough(last.ok)) return last.ok;
    await sleep(retry.pause);
  }
  throw new Error(`it never came: ${JSON.stringify(last)}`);
}

export async function must<T>(request: Promise<Answer<T>>): Promise<T> {
  const answer = await request;
  if ("ok" in answer) return answer.ok;
  throw new Error(JSON.stringify(answer));
}

/** Results of one kind of request. */
export type Tally = { acknowledged: number; cutOff: number; refused: number; differentOnRetry: number };

/** An entry that a response named: its number and hash. */
type NamedEntry = { readonly seq: number; readonly hash?: string };

/** Collects all acknowledgements: results by kind of request, and entries by study. */
export class Acknowledgements {
  readonly tallies: Record<string, Tally> = {};
  /** Study, entry number, and its hash if the response had it. */
  readonly entries: { studyId: string; seq: number; hash: string | null }[] = [];

  tally(kind: string): Tally {
    const tally = this.tallies[kind] ?? { acknowledged: 0, cutOff: 0, refused: 0, differentOnRetry: 0 };
    this.tallies[kind] = tally;
    return tally;
  }

  /** @returns whether the request was acknowledged */
  note<T>(kind: string, answer: Answer<T>, refusals: readonly string[]): answer is { readonly ok: T } {
    const tally = this.tally(kind);
    if ("unreachable" in answer) tally.cutOff += 1;
    else if ("ok" in answer) tally.acknowledged += 1;
    else if (refusals.includes(answer.refused.code)) tally.refused += 1;
    else throw new Error(`${kind} was refused: ${JSON.stringify(answer.refused)}`);
    return "ok" in answer;
  }

  keep(studyId: string, { seq, hash = undefined }: NamedEntry): void {
    this.entries.push({ studyId, seq, hash: hash ?? null });
  }

  /**
   * Repeats a request twice and checks that the answers are equal, also to the one from before the kill if it arrived.
   *
   * @returns the final answer; undefined if it was refused
   */
  async again<T>(
    kind: string,
    { send, first }: Attempt<T>,
    refusals: readonly string[],
  ): Promise<T | undefined> {
    this.note(kind, first, refusals);
    if ("refused" in first) return undefined;
    const [second, third] = [await send(), await send()];
    const isDifferent = "ok" in first && JSON.stringify(first) !== JSON.stringify(second);
    if (isDifferent || JSON.stringify(second) !== JSON.stringify(third))
      this.tally(kind).differentOnRetry += 1;
    if ("refused" in second && refusals.includes(second.refused.code)) return undefined;
    if (!("ok" in second)) throw new Error(`${kind}, sent again: ${JSON.stringify(second)}`);
    return second.ok;
  }
}
