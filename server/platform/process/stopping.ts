import { processWide } from "./process-wide.ts";

export const endSignals = ["SIGTERM", "SIGINT"] as const;

/**
 * Returns a signal that is aborted when this process receives an end signal. A stopping server waits for its open
 * requests, and an event stream that did not end would block it for ever.
 */
export function stopping(): AbortSignal {
  return processWide("stopping", listenForTheEnd).signal;
}

function listenForTheEnd(): AbortController {
  const controller = new AbortController();
  for (const signal of endSignals) {
    process.once(signal, () => {
      controller.abort();
      // A signal with a listener does not end the process by itself. If this is the only listener, the signal is raised
      // again.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
  return controller;
}
