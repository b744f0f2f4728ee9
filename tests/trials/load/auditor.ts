import { setTimeout as sleep } from "node:timers/promises";
import type { BallotReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import type { Latencies } from "./latencies.ts";

/** The round that an auditor judges, and the auditor's session. */
export type Place = {
  readonly studyId: string;
  readonly round: number;
  readonly cookie: string;
  /** The auditor's own network. */
  readonly network: string;
};

const mostTries = 100;

type Timing = { readonly latencies: Latencies; readonly dueAt: number };

/** A verdict that is not sent yet. */
type UnsentVerdict = { readonly verdict: Verdict; readonly timing: Timing };

/** A signed-in auditor with the round open in a browser; `origin` is the server that the proxy chose. */
export class LoadAuditor {
  readonly place: Place;
  readonly #origin: string;
  readonly #judging: Judging;
  /** The last acknowledged verdict on each pair. */
  readonly saved = new Map<string, VerdictWord>();
  readonly receipts: BallotReceipt[] = [];
  readonly #unsent: UnsentVerdict[] = [];
  readonly seat: string;
  #version: number;
  /** Ballots and verdicts are sent one after another, as a browser does. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(origin: string, place: Place, judging: Judging) {
    this.#origin = origin;
    this.place = place;
    this.#judging = judging;
    this.seat = judging.seat;
    this.#version = judging.nextVersion;
  }

  /** Opens the round's page, retrying while the server starts or is busy, as a page does. */
  static async enter(origin: string, place: Place): Promise<LoadAuditor> {
    const { studyId, round } = place;
    const input = encodeURIComponent(JSON.stringify({ studyId, round }));
    for (let tried = 1; ; tried += 1) {
      const response = await fetch(`${origin}/api/trpc/rounds.judging?input=${input}`, {
        headers: headersOf(origin, place),
      });
      const body = (await response.json()) as { result?: { data: Judging } };
      if (body.result !== undefined) return new LoadAuditor(origin, place, body.result.data);
      if (response.status !== 503 || tried === mostTries)
        throw new Error(`${response.status}: ${JSON.stringify(body)}`);
      await sleep(100);
    }
  }

  get pairs(): Judging["pairs"] {
    return this.#judging.pairs;
  }

  /** Gives a verdict on the `index`-th pair. Verdicts unsent during a call share the next call. */
  async save(index: number, timing: Timing): Promise<void> {
    const { pairs } = this.#judging;
    const [high, low] = pairs[index % pairs.length] ?? [0, 1];
    const word = (["unfair", "acceptable", "unsure"] as const)[index % 3] ?? "unsure";
    this.#unsent.push({ verdict: [high, low, word], timing });
    await this.#inTurn(async () => {
      const unsent = this.#unsent.splice(0);
      if (unsent.length > 0) await this.#sendVerdicts(unsent);
    });
  }

  async #sendVerdicts(unsent: readonly UnsentVerdict[]): Promise<void> {
    const { studyId, round } = this.place;
    const verdicts = unsent.map(({ verdict }) => verdict);
    // A verdict without an acknowledgement may be saved all the same.
    for (const [high, low] of verdicts) this.saved.delete(`${high} ${low}`);
    const input = { studyId, round, seat: this.seat, verdicts };
    const answer = await this.#send<{ refused: readonly unknown[] }>(
      "ballots.save",
      input,
      ...unsent.map(({ timing }) => timing),
    );
    if (answer === undefined) return;
    if (answer.refused.length > 0) throw new Error(`refused: ${JSON.stringify(answer.refused)}`);
    for (const [high, low, word] of verdicts) this.saved.set(`${high} ${low}`, word);
  }

  /** Seals a ballot on all pairs, which replaces the one before. */
  async seal(timing: Timing): Promise<void> {
    const { studyId, round } = this.place;
    await this.#inTurn(async () => {
      const version = this.#version;
      const verdicts = this.#judging.pairs.map(
        ([high, low], at): Verdict => [high, low, (version + at) % 3 === 0 ? "unfair" : "acceptable"],
      );
      const idempotencyKey = `load-${this.seat}-${version}`;
      const ballot = await ballotOf(
        studyId,
        { ...this.#judging, nextVersion: version },
        { idempotencyKey, verdicts },
      );
      const receipt = await this.#send<BallotReceipt>("ballots.seal", { studyId, round, ...ballot }, timing);
      if (receipt === undefined) return;
      this.#version += 1;
      this.receipts.push(receipt);
    });
  }

  /** Loads the page of the round, as a browser does first. */
  async readPage(timing: Timing): Promise<void> {
    const { studyId, round } = this.place;
    await this.#ask([timing], async () => {
      const response = await fetch(`${this.#origin}/studies/${studyId}/judging/${round}`, {
        headers: headersOf(this.#origin, this.place),
      });
      await response.text();
      return response.ok ? null : String(response.status);
    });
  }

  /** Follows the study's events until `signal`. @returns once the first event has arrived */
  async follow(signal: AbortSignal): Promise<void> {
    const input = encodeURIComponent(JSON.stringify({ studyId: this.place.studyId }));
    const response = await fetch(`${this.#origin}/api/trpc/results.events?input=${input}`, {
      headers: { ...headersOf(this.#origin, this.place), accept: "text/event-stream" },
      signal,
    });
    const reader = response.body?.getReader();
    if (!response.ok || reader === undefined) throw new Error(`no stream: ${response.status}`);
    await reader.read();
    void drained(reader);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn;
    return turn;
  }

  /** @returns the answer; undefined after a refusal, which is counted */
  async #send<T>(procedure: string, input: unknown, ...timings: readonly Timing[]): Promise<T | undefined> {
    let answer: T | undefined;
    await this.#ask(timings, async () => {
      const response = await fetch(`${this.#origin}/api/trpc/${procedure}`, {
        method: "POST",
        headers: headersOf(this.#origin, this.place),
        body: JSON.stringify(input),
      });
      const body = (await response.json()) as {
        result?: { data: T };
        error?: { data: { code: string; refusal: string | null } };
      };
      answer = body.result?.data;
      return body.error === undefined ? null : (body.error.data.refusal ?? body.error.data.code);
    });
    return answer;
  }

  async #ask(timings: readonly Timing[], ask: () => Promise<string | null>): Promise<void> {
    const sentAt = performance.now();
    const refusal = await ask().catch((error: Error) => `${error.name}: ${String(error.cause ?? "")}`);
    const now = performance.now();
    for (const { latencies, dueAt } of timings) {
      if (refusal === null) latencies.answered(now - dueAt);
      else latencies.refused(refusal, now - sentAt);
    }
  }
}

function headersOf(origin: string, { cookie, network }: Place): Record<string, string> {
  return { "content-type": "application/json", origin, cookie, "x-forwarded-for": network };
}

async function drained(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // ended by the signal, or by the server
  }
}
