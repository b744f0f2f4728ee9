import { askProbe } from "./ask-probe.ts";

/** The resources that serving processes have used since their start and since the last reading. */
export type Usage = {
  /** Processor milliseconds of the processes, all threads. */
  readonly processor: number;
  /** Bytes. */
  readonly memory: number;
  /** The longest stall of the request thread since the last reading, in milliseconds. */
  readonly stall: number;
};

/** Reads the probes (probe.mjs) of all serving processes. */
export async function readProbe(ports: readonly number[]): Promise<Usage> {
  const said = await Promise.all(ports.map(askProbe));
  return {
    processor: said.reduce((sum, { used }) => sum + used, 0),
    memory: said.reduce((sum, { memory }) => sum + memory, 0),
    stall: Math.max(...said.map(({ stall }) => stall)),
  };
}
