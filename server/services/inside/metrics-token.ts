import { createHash, timingSafeEqual } from "node:crypto";
import { setting } from "#server/services/process/settings.ts";

/** Whether a request carries the token that opens the metrics; null if none is set, and being near is what counts. */
export function hasMetricsToken(authorization: string | null): boolean | null {
  const token = setting("EVENHAND_METRICS_TOKEN");
  if (token === "") return null;
  const [one, other] = [authorization ?? "", `Bearer ${token}`].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
