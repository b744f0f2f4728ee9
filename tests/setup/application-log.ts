import { Writable } from "node:stream";
import { pino } from "pino";
import { habits } from "#server/platform/process/logger.ts";
import { processWide } from "#server/platform/process/process-wide.ts";

/** From now on keeps the application log in a list instead of printing it. @param level the lowest level kept */
export function captureLog(level = "info"): string[] {
  const lines: string[] = [];
  const write = (chunk: unknown, _encoding: unknown, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  // Code of an earlier file that is still running may have opened a log already.
  Object.assign(globalThis, { [Symbol.for("evenhand.logger")]: undefined });
  processWide("logger", () => pino({ level, ...habits() }, new Writable({ write })));
  return lines;
}
