import { setTimeout as sleep } from "node:timers/promises";
import type { LoadAuditor } from "./auditor.ts";
import { Latencies } from "./latencies.ts";
import { atPace } from "./pace.ts";
import type { Stage } from "./stage.ts";
import type { Usage } from "./usage.ts";

/** What is asked of the server in a second, and for how long. */
export type Mix = {
  readonly name: string;
  readonly saves: number;
  readonly seals: number;
  readonly pages: number;
  readonly seconds: number;
  /** So many seals a second more, from the middle on. */
  readonly burst: { readonly seals: number; readonly seconds: number };
};

const noBurst = { seals: 0, seconds: 0 };

/** By 500 auditors with open streams. */
export const mixes: readonly Mix[] = [
  { name: "as people judge", saves: 100, seals: 5, pages: 2, seconds: 600, burst: noBurst },
  {
    name: "a burst of seals within it",
    ...{ saves: 100, seals: 5, pages: 2, seconds: 60 },
    burst: { seals: 50, seconds: 10 },
  },
  { name: "seals alone", saves: 0, seals: 50, pages: 0, seconds: 60, burst: noBurst },
];

/** Five times what people ask. */
export const overload: Mix = {
  name: "five times as many",
  ...{ saves: 500, seals: 25, pages: 10, seconds: 20 },
  burst: noBurst,
};

/** As people judge again, for as long as it takes to see that it recovered. */
export const afterOverload: Mix = {
  name: "after it",
  ...{ saves: 100, seals: 5, pages: 2, seconds: 60 },
  burst: noBurst,
};

/** As much less of a mix as there are fewer auditors, and for so many seconds at most. */
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
  readonly asked: readonly Latencies[];
  /** Of one processor. */
  readonly processors: number;
  readonly usage: Usage;
};

/** Plays a mix until its last answer has come. */
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
  return { mix, asked: [saves, seals, pages], processors, usage: after };
}

/** One auditor after another, from the first again after the last. */
function inTurn(auditors: readonly LoadAuditor[]): () => LoadAuditor {
  let asked = 0;
  return () => {
    const auditor = auditors[asked % auditors.length];
    asked += 1;
    if (auditor === undefined) throw new Error("nobody is there");
    return auditor;
  };
}
