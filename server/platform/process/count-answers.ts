import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "./logger.ts";
import { metrics } from "./metrics.ts";
import type { CurrentRequest } from "./request.ts";

/**
 * Counts an answer, and logs a refusal that was not logged yet. The line has the route group instead of the address,
 * which may contain a token. "Not ready" is not logged: load balancers and `npm start` poll it every moment.
 */
export function noteAnswer(
  request: CurrentRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url } = incoming;
  response.once("close", () => {
    const { statusCode: status } = response;
    const endpoint = routeGroup(url ?? "");
    metrics().answers.inc({ endpoint, status });
    if (status < 400 || request.isNoted || endpoint === "/readyz") return;
    logger().info({ request: request.id, endpoint, method, status }, "refused");
  });
}

const pageGroups = [
  ".well-known",
  "about",
  "account",
  "administration",
  "checkpoints",
  "clients",
  "docs",
  "explanation",
  "invitation",
  "offline",
  "reports",
  "sign-in",
  "stored",
  "studies",
  "verify",
];
const apiGroups = ["administration", "auth", "studies", "trpc", "v1"];

/** Returns the route group of an address, without the names and tokens in it. */
export function routeGroup(url: string): string {
  const [, first = "", second = ""] = url.replace(/\?.*/s, "").split("/");
  if (first === "") return "/";
  if (first === "_next") return "/_next";
  if (first === "api") return apiGroups.includes(second) ? `/api/${second}` : "/api";
  return [...pageGroups, "livez", "readyz", "metrics"].includes(first) ? `/${first}` : "elsewhere";
}
