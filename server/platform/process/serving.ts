import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { logger } from "./logger.ts";
import { endSignals, stopping } from "./stopping.ts";

type Serving = { readonly servers: Set<Server>; open: number };

/** Time for the remaining transactions after the last request, in milliseconds; transactions are short. */
const closingMs = 5_000;

export type ShutdownTimeout = {
  /** How long a stop waits for open requests, in milliseconds. */
  readonly shutdownTimeoutMs: number;
  /**
   * How much of that time new requests are still accepted, while the readiness check already sends load balancers
   * elsewhere.
   */
  readonly drainMs: number;
};

/**
 * Stops this process gracefully on the first end signal. Readiness goes off and event streams end at once. New requests
 * are accepted for `drainMs`, open requests may finish until the shutdown timeout; then `close` runs and the process
 * exits.
 */
export function stopServingOnSignal(timeout: ShutdownTimeout, close: () => Promise<void>): void {
  const serving = watchRequests();
  // With a listener, neither signal ends the process by itself.
  for (const signal of endSignals) process.on(signal, () => undefined);
  stopping().addEventListener("abort", () => void stop(serving, timeout, close));
}

function watchRequests(): Serving {
  const serving: Serving = { servers: new Set(), open: 0 };
  subscribe("http.server.request.start", (message) => {
    const { response, server } = message as { response: ServerResponse; server: Server };
    serving.servers.add(server);
    serving.open += 1;
    response.once("close", () => {
      serving.open -= 1;
    });
  });
  return serving;
}

async function stop(
  serving: Serving,
  { shutdownTimeoutMs, drainMs }: ShutdownTimeout,
  close: () => Promise<void>,
) {
  const until = performance.now() + shutdownTimeoutMs;
  await sleep(drainMs);
  for (const server of serving.servers) server.close();
  while (serving.open > 0 && performance.now() < until) await sleep(20);
  if (serving.open > 0) logger().warn({ requests: serving.open }, "stopped while these were on their way");
  const closed = close().catch((cause: unknown) =>
    logger().error({ cause }, "could not close in good order"),
  );
  await Promise.race([closed, sleep(closingMs)]);
  process.exit(0);
}
