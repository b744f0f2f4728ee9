import { processWide } from "./process-wide.ts";

export const endSignals = ["SIGTERM", "SIGINT"] as const;

/**
 * Aborted as soon as this process is told to end. A server waits for its open requests then, and an event stream would
 * keep it waiting for ever.
 */
export function stopping(): AbortSignal {
  return processWide("stopping", listenForTheEnd).signal;
}

function listenForTheEnd(): AbortController {
  const controller = new AbortController();
  for (const signal of endSignals) {
    process.once(signal, () => {
      controller.abort();
      // A signal that is listened to does not end a process by itself. Where nobody else does it, it must.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
  return controller;
}
