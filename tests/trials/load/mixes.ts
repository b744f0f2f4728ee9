import { setTimeout as sleep } from "node:timers/promises";
import type { LoadAuditor } from "./auditor.ts";
import { Latencies } from "./latencies.ts";
import { atPace } from "./pace.ts";
import type { Stage } from "./stage.ts";
import type { Usage } from "./usage.ts";

/** The requests per second of each kind, and for how long. */
export type Mix = {
  readonly name: string;
  readonly saves: number;
  readonly seals: number;
  readonly pages: number;
  readonly seconds: number;
  /** Additional seals a second, from the middle on. */
  readonly burst: { readonly seals: number; readonly seconds: number };
};

const noBurst = { seals: 0, seconds: 0 };

/** For 500 auditors with open streams. */
export const mixes: readonly Mix[] = [
  { name: "as people judge", saves: 100, seals: 5, pages: 2, seconds: 600, burst: noBurst },
  {
    name: "a burst of seals within it",
    ...{ saves: 100, seals: 5, pages: 2, seconds: 60 },
    burst: { seals: 50, seconds: 10 },
  },
  { name: "seals alone", saves: 0, seals: 50, pages: 0, seconds: 60, burst: noBurst },
];

/** Five times the load of people. */
export const overload: Mix = {
  name: "five times as many",
  ...{ saves: 500, seals: 25, pages: 10, seconds: 20 },
  burst: noBurst,
};

/** The load of people again, for long enough to see the recovery. */
export const afterOverload: Mix = {
  name: "after it",
  ...{ saves: 100, seals: 5, pages: 2, seconds: 60 },
  burst: noBurst,
};

/** Reduces a mix in proportion to the number of auditors, and limits its duration. */
export function reduced(mix: Mix, { share, seconds }: { share: number; seconds: number }): Mix {
  const fewer = (rate: number) => Math.ceil(rate * share);
  return {
    name: mix.name,
    saves: fewer(mix.saves),
    seals: fewer(mix.seals),
    pages: fewer(mix.pages),
    seconds: Math.min(seconds, mix.seconds),
    burst: { seals: fewer(mix.burst.seals), seconds: Math.min(seconds / 3, mix.burst.seconds) },
  };
}

export type Played = {
  readonly mix: Mix;
  readonly latencies: readonly Latencies[];
  /** Average use, in processors. */
  readonly processors: number;
  readonly usage: Usage;
};

/** Plays a mix until its last response has arrived. */
export async function play({ auditors, usage }: Stage, mix: Mix): Promise<Played> {
  const [saves, seals, pages] = ["saves", "seals", "pages"].map((what) => new Latencies(what)) as [
    Latencies,
    Latencies,
    Latencies,
  ];
  const before = await usage();
  const startedAt = performance.now();
  const [saver, sealer, reader] = [inTurn(auditors), inTurn(auditors), inTurn(auditors)];
  const { seconds, burst } = mix;
  const seal = (_: number, dueAt: number) => sealer().seal({ latencies: seals, dueAt });
  await Promise.all([
    atPace({ perSecond: mix.saves, seconds }, (index, dueAt) =>
      saver().save(Math.floor(index / auditors.length), { latencies: saves, dueAt }),
    ),
    atPace({ perSecond: mix.seals, seconds }, seal),
    atPace({ perSecond: mix.pages, seconds }, (_, dueAt) => reader().readPage({ latencies: pages, dueAt })),
    sleep(500 * seconds).then(() => atPace({ perSecond: burst.seals, seconds: burst.seconds }, seal)),
  ]);
  const after = await usage();
  const processors = (after.processor - before.processor) / (performance.now() - startedAt);
  return { mix, latencies: [saves, seals, pages], processors, usage: after };
}

/** Returns a function that gives the auditors in turn, again and again. */
function inTurn(auditors: readonly LoadAuditor[]): () => LoadAuditor {
  let turn = 0;
  return () => {
    const auditor = auditors[turn % auditors.length];
    turn += 1;
    if (auditor === undefined) throw new Error("no auditor");
    return auditor;
  };
}
