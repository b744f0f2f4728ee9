import { get } from "node:http";
import { logger } from "#server/platform/process/logger.ts";
import { publicOrigin } from "#server/platform/process/public-address.ts";
import { ownProbeId, requestIdHeader } from "#server/platform/process/request.ts";
import { setting } from "#server/platform/process/settings.ts";

/**
 * Id for requests of the pages that people open first. They are sent without a session, so nothing is disclosed and
 * nothing changed: the pages and procedures are loaded and compiled all the same.
 */
const study = "00000000-0000-7000-8000-000000000000";
const paths = [
  "/api/auth/csrf",
  "/sign-in",
  "/",
  `/studies/${study}`,
  `/studies/${study}/judging`,
  `/studies/${study}/judging/1`,
  `/api/trpc/rounds.judging,studies.read?batch=1&input=${encodeURIComponent(
    JSON.stringify({ 0: { studyId: study, round: 1 }, 1: { studyId: study } }),
  )}`,
];

const rounds = 3;
/** Limit for all requests: on a slower machine the first visitors wait a moment instead. */
const limitMs = 15_000;

/**
 * Requests the first pages from this server itself, so that no visitor waits for them. Readiness never depends on the
 * result.
 */
export async function warmUp(): Promise<void> {
  const start = performance.now();
  const signal = AbortSignal.timeout(limitMs);
  try {
    for (let round = 0; round < rounds; round += 1) for (const path of paths) await requestPath(path, signal);
    logger().info({ ms: Math.round(performance.now() - start) }, "warmed up");
  } catch (error) {
    const message = "the first pages are not warmed up, so the first visits may be slow";
    if (signal.aborted) logger().info({ reason: `it took longer than ${limitMs / 1_000} s` }, message);
    else logger().warn({ reason: String(error) }, message);
  }
}

/** Resolves whatever the answer is. */
function requestPath(path: string, signal: AbortSignal): Promise<void> {
  const { host } = new URL(publicOrigin());
  const where = {
    host: nearHost(),
    port: setting("PORT"),
    path,
    headers: { host, [requestIdHeader]: ownProbeId() },
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = get(where, (response) => {
      response.resume();
      response.once("error", reject);
      response.once("close", resolve);
    });
    request.once("error", reject);
  });
}

/** Address of this server from its own machine: a server on all interfaces also listens on the loopback. */
function nearHost(): string {
  const host = setting("EVENHAND_HOST");
  return { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
}
