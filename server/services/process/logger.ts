import { type Logger, pino } from "pino";
import { processWide } from "./process-wide.ts";
import { setting } from "./settings.ts";

/** The server's own diary, JSON lines on stdout. Never log an e-mail address, a token or a password. */
export function logger(): Logger {
  return processWide("logger", () => pino({ level: setting("EVENHAND_LOG_LEVEL") }));
}
