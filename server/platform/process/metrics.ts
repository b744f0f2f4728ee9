import { Counter, Histogram, Registry } from "prom-client";
import { HourTally } from "./hour-tally.ts";
import { processWide } from "./process-wide.ts";

/** From a page that costs nothing to a wait that nobody should have: seconds. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What this process counts of itself, for /metrics and for the page that administrators look at. */
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
    calls: counter("calls_total", "Calls of procedures, by what came of them.", ["procedure", "code"]),
    callSeconds: seconds("call_seconds", "How long calls of procedures took.", ["procedure"]),
    answers: counter("answers_total", "Answers to requests, by door and status.", ["door", "status"]),
    writeWait: seconds("write_wait_seconds", "How long transactions waited for their turn to write."),
    commit: seconds("commit_seconds", "From the end of a transaction's work until it was durable."),
    seals: counter("seals_total", "Ballots sealed."),
    /** Of the last hour: how many seals, the longest wait for a commit in milliseconds, the longest delay of the loop in milliseconds. */
    hour: { seals: new HourTally(), commitWait: new HourTally(), loopDelay: new HourTally() },
  };
}

export function countSeal(): void {
  const { seals, hour } = metrics();
  seals.inc();
  hour.seals.note(1);
}
