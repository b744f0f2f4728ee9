/** What serving processes have used since they started, and since the last look. */
export type Usage = {
  /** Processor milliseconds of the processes, all threads. */
  readonly processor: number;
  /** Bytes. */
  readonly memory: number;
  /** Since the last look: milliseconds that the request thread was held up at most. */
  readonly stall: number;
};

type Said = { readonly stall: number; readonly used: number; readonly memory: number };

/** Asks the probes (costs/probe.mjs) of all of them. */
export async function readProbe(probes: readonly string[]): Promise<Usage> {
  const said = await Promise.all(probes.map(async (probe) => (await (await fetch(probe)).json()) as Said));
  return {
    processor: said.reduce((sum, { used }) => sum + used, 0),
    memory: said.reduce((sum, { memory }) => sum + memory, 0),
    stall: Math.max(...said.map(({ stall }) => stall)),
  };
}
