import { peerHeader, proxyHeader } from "#server/http/edge/network.ts";
import { mayReadMetrics, notForYou } from "#server/operations/health/metrics-reader.ts";
import { writeMetrics } from "#server/operations/health/write-metrics.ts";
import { getApp } from "#server/platform/app/app.ts";
import { readWhyNotReady, readWorry } from "#server/platform/app/readiness.ts";
import { plainAnswer } from "./plain-answer.ts";

/**
 * Liveness check for supervisors that restart a hung server: this process answers, whatever the state of its database.
 */
export async function answerLiveness(): Promise<Response> {
  return plainAnswer("Alive.\n");
}

/** Readiness check for proxies and orchestrators: whether requests may be sent here. */
export async function answerReadiness(): Promise<Response> {
  const why = await readWhyNotReady(getApp);
  if (why !== null) return plainAnswer(`${why}\n`, 503);
  const worry = await readWorry(getApp);
  return plainAnswer(`${["Ready.", worry].filter(Boolean).join(" ")}\n`);
}

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
