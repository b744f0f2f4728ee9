import { askProbe } from "./ask-probe.ts";

/** What serving processes have used since they started, and since the last look. */
export type Usage = {
  /** Processor milliseconds of the processes, all threads. */
  readonly processor: number;
  /** Bytes. */
  readonly memory: number;
  /** Since the last look: milliseconds that the request thread was held up at most. */
  readonly stall: number;
};

/** Asks the probes (probe.mjs) of all of them. */
export async function readProbe(ports: readonly number[]): Promise<Usage> {
  const said = await Promise.all(ports.map(askProbe));
  return {
    processor: said.reduce((sum, { used }) => sum + used, 0),
    memory: said.reduce((sum, { memory }) => sum + memory, 0),
    stall: Math.max(...said.map(({ stall }) => stall)),
  };
}
