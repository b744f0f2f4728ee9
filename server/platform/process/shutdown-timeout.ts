import type { ShutdownTimeout } from "./serving.ts";
import { setting } from "./settings.ts";

/**
 * As scripts/lib/patience.mjs sets it; null where Next is to stop the server. A proxy needs some seconds to notice that
 * this server is not ready any more, and sends requests to it until then.
 */
export function readShutdownTimeout(): ShutdownTimeout | null {
  if (!process.env.NEXT_MANUAL_SIG_HANDLE) return null;
  const shutdownTimeoutMs = setting("EVENHAND_STOP_SECONDS") * 1_000;
  return { shutdownTimeoutMs, drainMs: setting("EVENHAND_TRUST_PROXY") ? shutdownTimeoutMs / 3 : 0 };
}
