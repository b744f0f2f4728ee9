import type { ShutdownTimeout } from "./serving.ts";
import { setting } from "./settings.ts";

/**
 * Reads the shutdown timeout that scripts/lib/shutdown-settings.mjs sets; null where Next stops the server. A proxy needs some
 * seconds to notice that this server is no longer ready and sends requests to it until then.
 */
export function readShutdownTimeout(): ShutdownTimeout | null {
  if (!process.env.NEXT_MANUAL_SIG_HANDLE) return null;
  const shutdownTimeoutMs = setting("EVENHAND_STOP_SECONDS") * 1_000;
  return { shutdownTimeoutMs, drainMs: setting("EVENHAND_TRUST_PROXY") ? shutdownTimeoutMs / 3 : 0 };
}
