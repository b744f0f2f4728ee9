import { Counter, Histogram, Registry } from "prom-client";
import { HourTally } from "./hour-tally.ts";
import { processWide } from "./process-wide.ts";

/** Histogram buckets in seconds, from a trivial page to an unacceptable wait. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of this process, for /metrics and for the administrators' page. */
export function metrics() {
  return processWide("metrics", makeMetrics);
}

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `evenhand_${name}`, help, labelNames: [...labelNames], registers });
  const seconds = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Histogram({ name: `evenhand_${name}`, help, labelNames: [...labelNames], buckets, registers });
  return {
    registry,
    calls: counter("calls_total", "Calls of procedures, by procedure and result code.", [
      "procedure",
      "code",
    ]),
    callSeconds: seconds("call_seconds", "Duration of calls, by procedure.", ["procedure"]),
    answers: counter("answers_total", "Answers to requests, by endpoint and HTTP status.", [
      "endpoint",
      "status",
    ]),
    writeWait: seconds("write_wait_seconds", "How long transactions waited before they could write."),
    commit: seconds("commit_seconds", "Time from the end of a transaction's work until it was durable."),
    seals: counter("seals_total", "Ballots sealed."),
    /**
     * Values of the last hour: the number of seals, the longest wait for a commit and the longest event loop lag, both
     * in milliseconds.
     */
    hour: { seals: new HourTally(), commitWait: new HourTally(), loopDelay: new HourTally() },
  };
}

export function countSeal(): void {
  const { seals, hour } = metrics();
  seals.inc();
  hour.seals.note(1);
}
