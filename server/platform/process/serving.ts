import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { logger } from "./logger.ts";
import { endSignals, stopping } from "./stopping.ts";

/** What this process answers just now. */
type Serving = { readonly servers: Set<Server>; open: number };

/** For what is left to do once nobody is served any more: transactions are short. */
const closingMs = 5_000;

export type ShutdownTimeout = {
  /** How long a stop waits for requests that are on their way. */
  readonly shutdownTimeoutMs: number;
  /** How much of it requests are still taken: whoever asks for readiness learns meanwhile that they should go elsewhere. */
  readonly drainMs: number;
};

/**
 * Ends this process in good order as soon as it is told to end. Readiness goes off and event streams end at once, new
 * requests are taken until the last call, those on their way until the patience is over; then `close`, and it is gone.
 */
export function stopServingWhenTold(patience: ShutdownTimeout, close: () => Promise<void>): void {
  const serving = watchRequests();
  // Heard here, so that neither signal ends the process by itself.
  for (const signal of endSignals) process.on(signal, () => undefined);
  stopping().addEventListener("abort", () => void stop(serving, patience, close));
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
