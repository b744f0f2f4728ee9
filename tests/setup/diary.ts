import { Writable } from "node:stream";
import { pino } from "pino";
import { habits } from "#server/services/process/logger.ts";
import { processWide } from "#server/services/process/process-wide.ts";

/** Keeps the server's diary in a list instead of printing it; to be called before anything is written. */
export function keepDiary(): string[] {
  const lines: string[] = [];
  const write = (chunk: unknown, _encoding: unknown, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  processWide("logger", () => pino(habits(), new Writable({ write })));
  return lines;
}
