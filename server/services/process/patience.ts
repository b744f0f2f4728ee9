import type { Patience } from "./serving.ts";
import { setting } from "./settings.ts";

/**
 * As scripts/lib/patience.mjs sets it; null where Next is to stop the server. A proxy needs some seconds to notice that
 * this server is not ready any more, and sends requests to it until then.
 */
export function readPatience(): Patience | null {
  if (!process.env.NEXT_MANUAL_SIG_HANDLE) return null;
  const patienceMs = setting("EVENHAND_STOP_SECONDS") * 1_000;
  return { patienceMs, lastCallMs: setting("EVENHAND_TRUST_PROXY") ? patienceMs / 3 : 0 };
}
