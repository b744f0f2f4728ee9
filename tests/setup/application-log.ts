import { Writable } from "node:stream";
import { pino } from "pino";
import { habits } from "#server/platform/process/logger.ts";
import { processWide } from "#server/platform/process/process-wide.ts";

/** Keeps the application log in a list instead of printing it, from now on. @param level of the least lines kept */
export function captureLog(level = "info"): string[] {
  const lines: string[] = [];
  const write = (chunk: unknown, _encoding: unknown, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  // Code of an earlier file that still runs may have opened a log already.
  Object.assign(globalThis, { [Symbol.for("evenhand.logger")]: undefined });
  processWide("logger", () => pino({ level, ...habits() }, new Writable({ write })));
  return lines;
}
