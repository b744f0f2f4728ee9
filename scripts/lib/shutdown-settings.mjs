import { Refusal } from "./refusal.mjs";

const most = 3_600;

/** Returns how long a stop waits for open requests: set in seconds, returned in milliseconds. */
export function readShutdownTimeout(text = "15") {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= most) return seconds * 1_000;
  throw new Refusal(`EVENHAND_STOP_SECONDS must be whole seconds from 0 to ${most}, and "${text}" is not.`);
}

/** Returns the environment that makes the server stop gracefully by itself instead of Next. */
export function shutdownSettings(shutdownTimeoutMs) {
  if (shutdownTimeoutMs === undefined) return {};
  return { NEXT_MANUAL_SIG_HANDLE: "true", EVENHAND_STOP_SECONDS: String(shutdownTimeoutMs / 1_000) };
}
