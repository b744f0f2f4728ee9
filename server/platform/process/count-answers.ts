import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "./logger.ts";
import { metrics } from "./metrics.ts";
import type { CurrentRequest } from "./request.ts";

/**
 * Counts an answer, and logs a refusal that has no line yet. The line names the route group and not the address, which may
 * hold a token. A server that is not ready is no refusal: load balancers and `npm start` ask every moment.
 */
export function noteAnswer(
  request: CurrentRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url } = incoming;
  response.once("close", () => {
    const { statusCode: status } = response;
    const door = routeGroup(url ?? "");
    metrics().answers.inc({ door, status });
    if (status < 400 || request.isNoted || door === "/readyz") return;
    logger().info({ request: request.id, door, method, status }, "refused");
  });
}

const doors = [
  "account",
  "administration",
  "checkpoints",
  "docs",
  "invitation",
  "sign-in",
  "stored",
  "studies",
  "verify",
];
const apiDoors = ["administration", "auth", "studies", "trpc", "v1"];

/** Where an address leads, without what it names. */
export function routeGroup(url: string): string {
  const [, first = "", second = ""] = url.replace(/\?.*/s, "").split("/");
  if (first === "") return "/";
  if (first === "_next") return "/_next";
  if (first === "api") return apiDoors.includes(second) ? `/api/${second}` : "/api";
  return [...doors, "livez", "readyz", "metrics"].includes(first) ? `/${first}` : "elsewhere";
}
