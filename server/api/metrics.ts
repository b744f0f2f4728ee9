import { mayReadMetrics } from "#server/auth/metrics-reader.ts";
import { getApp } from "#server/services/app/app.ts";
import { writeMetrics } from "#server/services/inside/write-metrics.ts";
import { plainAnswer } from "./plain-answer.ts";

/** What this process counts, for Prometheus: on this machine, or with the token that is set. */
export async function answerMetrics({ headers }: Request): Promise<Response> {
  if (!mayReadMetrics(headers)) {
    const sentence =
      "Metrics are for this machine alone, or by a token (docs/operations.md, EVENHAND_METRICS_TOKEN).\n";
    return plainAnswer(sentence, 403);
  }
  const { text, contentType } = await writeMetrics(getApp);
  return plainAnswer(text, 200, contentType);
}
