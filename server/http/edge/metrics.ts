import { peerHeader, proxyHeader } from "#server/http/edge/network.ts";
import { mayReadMetrics, notForYou } from "#server/operations/health/metrics-reader.ts";
import { writeMetrics } from "#server/operations/health/write-metrics.ts";
import { getApp } from "#server/platform/app/app.ts";
import { plainAnswer } from "./plain-answer.ts";

/** Answers with this process's counters, for Prometheus: on this machine, or with the token that is set. */
export async function answerMetrics({ headers }: Request): Promise<Response> {
  const reader = {
    authorization: headers.get("authorization"),
    host: headers.get("host"),
    peer: headers.get(peerHeader),
    // The request guard sets this on every request; a request without it counts as not from this machine.
    isProxied: headers.get(proxyHeader) !== "0",
  };
  if (!mayReadMetrics(reader)) return plainAnswer(notForYou, 403);
  const { text, contentType } = await writeMetrics(getApp);
  return plainAnswer(text, 200, contentType);
}
