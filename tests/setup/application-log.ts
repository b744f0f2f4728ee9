import { Writable } from "node:stream";
import { pino } from "pino";
import { habits } from "#server/platform/process/logger.ts";
import { processWide } from "#server/platform/process/process-wide.ts";

/** Keeps the server's diary in a list instead of printing it, from now on. */
export function captureLog(): string[] {
  const lines: string[] = [];
  const write = (chunk: unknown, _encoding: unknown, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  // What still runs of an earlier file may have asked for a diary already.
  Object.assign(globalThis, { [Symbol.for("evenhand.logger")]: undefined });
  processWide("logger", () => pino(habits(), new Writable({ write })));
  return lines;
}
