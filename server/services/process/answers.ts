import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "./logger.ts";
import { metrics } from "./metrics.ts";
import type { CurrentRequest } from "./request.ts";

/**
 * Counts what a request is answered with, and writes down a refusal that nobody has written down yet: not the address,
 * which may hold a token, but the door it was sent to.
 */
export function noteAnswer(
  request: CurrentRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url } = incoming;
  response.once("close", () => {
    const { statusCode: status } = response;
    const door = doorOf(url ?? "");
    metrics().answers.inc({ door, status });
    if (status < 400 || request.isNoted) return;
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
export function doorOf(url: string): string {
  const [, first = "", second = ""] = url.replace(/\?.*/s, "").split("/");
  if (first === "") return "/";
  if (first === "_next") return "/_next";
  if (first === "api") return apiDoors.includes(second) ? `/api/${second}` : "/api";
  return [...doors, "livez", "readyz", "metrics"].includes(first) ? `/${first}` : "elsewhere";
}
