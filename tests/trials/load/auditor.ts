import { setTimeout as sleep } from "node:timers/promises";
import type { BallotReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import type { Latencies } from "./latencies.ts";

/** Where somebody judges, and by whose session. */
export type Place = {
  readonly studyId: string;
  readonly round: number;
  readonly cookie: string;
  /** A network of their own. */
  readonly network: string;
};

const mostTries = 100;

type Asked = { readonly latencies: Latencies; readonly dueAt: number };

/** A verdict that was not sent yet. */
type Given = { readonly verdict: Verdict; readonly asked: Asked };

/** A signed-in auditor with the round open in a browser; `origin` is the server that the proxy gave them. */
export class LoadAuditor {
  readonly place: Place;
  readonly #origin: string;
  readonly #judging: Judging;
  /** What was acknowledged last of each pair. */
  readonly saved = new Map<string, VerdictWord>();
  readonly receipts: BallotReceipt[] = [];
  readonly #given: Given[] = [];
  readonly seat: string;
  #version: number;
  /** A browser sends one ballot after another, and so do its verdicts go. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(origin: string, place: Place, judging: Judging) {
    this.#origin = origin;
    this.place = place;
    this.#judging = judging;
    this.seat = judging.seat;
    this.#version = judging.nextVersion;
  }

  /** A server that has just started, or is busy, is asked again, as a page does it. */
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

  /** One key pressed: the verdict on the `index`-th pair. Those given while a call is under way share the next one. */
  async save(index: number, asked: Asked): Promise<void> {
    const { pairs } = this.#judging;
    const [high, low] = pairs[index % pairs.length] ?? [0, 1];
    const word = (["unfair", "acceptable", "unsure"] as const)[index % 3] ?? "unsure";
    this.#given.push({ verdict: [high, low, word], asked });
    await this.#inTurn(async () => {
      const given = this.#given.splice(0);
      if (given.length > 0) await this.#sendVerdicts(given);
    });
  }

  async #sendVerdicts(given: readonly Given[]): Promise<void> {
    const { studyId, round } = this.place;
    const verdicts = given.map(({ verdict }) => verdict);
    // What is not acknowledged may stand all the same.
    for (const [high, low] of verdicts) this.saved.delete(`${high} ${low}`);
    const input = { studyId, round, seat: this.seat, verdicts };
    const answer = await this.#send<{ refused: readonly unknown[] }>(
      "ballots.save",
      input,
      ...given.map(({ asked }) => asked),
    );
    if (answer === undefined) return;
    if (answer.refused.length > 0) throw new Error(`refused: ${JSON.stringify(answer.refused)}`);
    for (const [high, low, word] of verdicts) this.saved.set(`${high} ${low}`, word);
  }

  /** A ballot over all pairs, which replaces the one before. */
  async seal(asked: Asked): Promise<void> {
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
      const receipt = await this.#send<BallotReceipt>("ballots.seal", { studyId, round, ...ballot }, asked);
      if (receipt === undefined) return;
      this.#version += 1;
      this.receipts.push(receipt);
    });
  }

  /** The page of the round, as a browser gets it first. */
  async readPage(asked: Asked): Promise<void> {
    const { studyId, round } = this.place;
    await this.#ask([asked], async () => {
      const response = await fetch(`${this.#origin}/studies/${studyId}/judging/${round}`, {
        headers: headersOf(this.#origin, this.place),
      });
      await response.text();
      return response.ok ? null : String(response.status);
    });
  }

  /** Follows the study until `signal`. @returns once the first word has come */
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

  /** @returns the answer; undefined if there was a refusal, which is counted */
  async #send<T>(procedure: string, input: unknown, ...asked: readonly Asked[]): Promise<T | undefined> {
    let answer: T | undefined;
    await this.#ask(asked, async () => {
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

  async #ask(asked: readonly Asked[], ask: () => Promise<string | null>): Promise<void> {
    const sentAt = performance.now();
    const refusal = await ask().catch((error: Error) => `${error.name}: ${String(error.cause ?? "")}`);
    const now = performance.now();
    for (const { latencies, dueAt } of asked) {
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
