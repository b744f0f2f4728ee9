import { setTimeout as sleep } from "node:timers/promises";
import { allProcedures } from "#tests/http/roles.ts";
import type { Answer, HttpClient } from "../http-client.ts";
import { askProbe, type Probed } from "./ask-probe.ts";

export type Cost = {
  readonly path: string;
  readonly milliseconds: number;
  /** Of the request thread, while it was asked and shortly after. */
  readonly stall: number;
  /** Milliseconds of a processor that its longest turn used: of a stall what is not the machine's doing, or the disk's. */
  readonly turn: number;
  /** Milliseconds of a processor that the request thread used meanwhile. */
  readonly processor: number;
  readonly refused: string | null;
};

const types = new Map(allProcedures().map(({ path, definition }) => [path, definition.type]));

/** Asks procedures one after another, each measured; of one that is asked again the slowest call counts. */
export class Drive {
  readonly #probe: number;
  readonly #costs: Cost[] = [];
  readonly #note: (cost: Cost) => void;

  /**
   * @param probe the port where the server says how long it was held up (probe.mjs)
   * @param note  hears of each call at once, for trials that take long
   */
  constructor(probe: number, note: (cost: Cost) => void = () => {}) {
    this.#probe = probe;
    this.#note = note;
  }

  get costs(): readonly Cost[] {
    return this.#costs;
  }

  /** @returns what was answered; undefined if it was refused */
  async ask<T>(client: HttpClient, path: string, input: object = {}): Promise<T | undefined> {
    const answer = await this.measure(path, () =>
      types.get(path) === "query" ? client.query<T>(path, input) : client.mutate<T>(path, input),
    );
    return "ok" in answer ? answer.ok : undefined;
  }

  /** The same for what must be answered, or nothing that follows makes sense. */
  async must<T>(client: HttpClient, path: string, input: object = {}): Promise<T> {
    const answer = await this.ask<T>(client, path, input);
    if (answer !== undefined || this.#costs.at(-1)?.refused === null) return answer as T;
    throw new Error(`${path} was refused: ${this.#costs.at(-1)?.refused}`);
  }

  async measure<T>(path: string, work: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const before = await this.#ask();
    const began = performance.now();
    const answer = await work();
    const milliseconds = performance.now() - began;
    await sleep(30);
    const refused = "refused" in answer ? `${answer.refused.code}: ${answer.refused.message}` : null;
    const after = await this.#ask();
    const processor = after.processor - before.processor;
    const cost = { path, milliseconds, stall: after.stall, turn: after.turn, processor, refused };
    this.#costs.push(cost);
    this.#note(cost);
    if ("unreachable" in answer) throw new Error(`${path} was not answered`);
    return answer;
  }

  /** Asks until it is as it should be, which is not measured. */
  async until<T>(
    client: HttpClient,
    path: string,
    input: object,
    isRight: (answer: T) => boolean,
  ): Promise<T> {
    for (let left = 600; left > 0; left -= 1) {
      const answer = await client.query<T>(path, input);
      if (!("ok" in answer)) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      if (isRight(answer.ok)) return answer.ok;
      await sleep(500);
    }
    throw new Error(`${path} does not end`);
  }

  #ask(): Promise<Probed> {
    return askProbe(this.#probe);
  }
}

/** One row a procedure, its slowest call, the one that used most of a processor first. */
export function table(costs: readonly Cost[]): string {
  const worst = [...Map.groupBy(costs, ({ path }) => path)].map(([path, of]) => ({
    path,
    calls: of.length,
    milliseconds: Math.max(...of.map(({ milliseconds }) => milliseconds)),
    stall: Math.max(...of.map(({ stall }) => stall)),
    turn: Math.max(...of.map(({ turn }) => turn)),
    processor: Math.max(...of.map(({ processor }) => processor)),
    refused: of.every(({ refused }) => refused !== null) ? (of.at(-1)?.refused ?? null) : null,
  }));
  const rows = worst
    .toSorted((a, b) => b.processor - a.processor)
    .map(({ path, calls, milliseconds, stall, turn, processor, refused }) =>
      [
        path.padEnd(30),
        String(calls).padStart(5),
        milliseconds.toFixed(0).padStart(8),
        stall.toFixed(0).padStart(8),
        turn.toFixed(0).padStart(8),
        processor.toFixed(0).padStart(11),
        refused === null ? "" : `  refused, ${refused}`,
      ].join(""),
    );
  return [`${"procedure".padEnd(30)}calls      ms   stall    turn  processor`, ...rows].join("\n");
}
