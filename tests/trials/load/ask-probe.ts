import { connect } from "node:net";
import { json } from "node:stream/consumers";

/** What probe.mjs reports of its process: milliseconds, since the last reading or in all, and bytes. */
export type Probed = {
  readonly stall: number;
  readonly turn: number;
  readonly processor: number;
  readonly used: number;
  readonly memory: number;
};

export async function askProbe(port: number): Promise<Probed> {
  return (await json(connect(port, "127.0.0.1"))) as Probed;
}
