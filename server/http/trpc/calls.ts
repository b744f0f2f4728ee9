import type { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { ZodError } from "zod";
import { isDomainError } from "#server/errors.ts";
import { logger } from "#server/platform/process/logger.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { currentRequest, ownProbeId } from "#server/platform/process/request.ts";

const noted = new WeakSet<object>();

/**
 * Counts a refusal and writes it to the application log, once, however often it is passed on. Nothing that the caller
 * sent is logged.
 * @param reached left out where no procedure was reached: a client could put any name into an address
 */
export function noteRefusedCall(error: TRPCError, reached?: { procedure: string; began: number }): void {
  const essence = error.cause ?? error;
  if (noted.has(essence)) return;
  noted.add(essence);
  const code = codeOf(error);
  const { procedure, began } = reached ?? { procedure: "none", began: undefined };
  countCall(procedure, code, began);
  const request = currentRequest();
  if (request?.id === ownProbeId()) return;
  if (request !== undefined) request.isNoted = true;
  logger().info({ procedure, code, status: getHTTPStatusCodeFromError(error) }, "refused");
}

export function countCall(procedure: string, code: string, began: number | undefined): void {
  const { calls, callSeconds } = metrics();
  calls.inc({ procedure, code });
  if (began !== undefined) callSeconds.observe({ procedure }, (performance.now() - began) / 1_000);
}

/** Returns the code of a refusal or a failure, from a closed list. */
export function codeOf({ cause, code }: TRPCError): string {
  if (isDomainError(cause)) return cause.code;
  if (cause instanceof ZodError) return "bad-input";
  return code === "INTERNAL_SERVER_ERROR" ? "unforeseen" : code.toLowerCase().replaceAll("_", "-");
}
