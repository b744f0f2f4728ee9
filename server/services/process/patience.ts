import type { Patience } from "./serving.ts";

/**
 * As scripts/lib/patience.mjs sets it; null where Next is to stop the server. A proxy needs some seconds to notice that
 * this server is not ready any more, and sends requests to it until then.
 */
export function readPatience(env: NodeJS.ProcessEnv): Patience | null {
  if (!env.NEXT_MANUAL_SIG_HANDLE) return null;
  const patienceMs = Number(env.EVENHAND_STOP_SECONDS) * 1_000;
  return { patienceMs, lastCallMs: env.EVENHAND_TRUST_PROXY === "1" ? patienceMs / 3 : 0 };
}
