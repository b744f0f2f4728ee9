import { type LogFn, type Logger, pino } from "pino";
import { logText } from "./log-text.ts";
import { processWide } from "./process-wide.ts";
import { noteError } from "./recent-errors.ts";
import { currentRequest } from "./request.ts";
import { setting } from "./settings.ts";

/**
 * Returns the application log on stdout. Each line names its request. Never log an e-mail address, a token or a
 * password.
 */
export function logger(): Logger {
  return processWide("logger", () => {
    const options = { level: setting("EVENHAND_LOG_LEVEL"), ...habits() };
    return setting("EVENHAND_LOG_FORMAT") === "text" ? pino(options, textOutput) : pino(options);
  });
}

const textOutput = { write: (line: string) => void process.stdout.write(logText(line)) };

/**
 * Returns the options of the log: the fields of each line, and the hook that records recent errors.
 *
 * @internal
 */
export function habits() {
  return { mixin, hooks: { logMethod } };
}

function mixin(): object {
  const request = currentRequest();
  return request === undefined ? {} : { request: request.id };
}

const errorLevel = pino.levels.values.error ?? 50;

function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  if (level >= errorLevel)
    noteError({ at: Date.now(), what: sentenceIn(args), request: currentRequest()?.id ?? null });
  method.apply(this, args);
}

/** Returns the message of a line, with the place where it happened. */
function sentenceIn(args: readonly unknown[]): string {
  const sentence = args.findLast((one) => typeof one === "string") ?? "an error without words";
  const [about] = args;
  const where =
    typeof about === "object" && about !== null && "where" in about ? `: ${String(about.where)}` : "";
  return `${sentence}${where}`;
}
