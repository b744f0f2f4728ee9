import { type TRPC_ERROR_CODE_KEY, TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { DomainErrorCode } from "#server/errors.ts";

/** Transport statuses of the refusals that are not about how things stand at the moment. */
const notConflicts: Partial<Record<DomainErrorCode, TRPC_ERROR_CODE_KEY>> = {
  "not-found": "NOT_FOUND",
  forbidden: "FORBIDDEN",
  "bad-input": "BAD_REQUEST",
  "not-signed-in": "UNAUTHORIZED",
  // Not UNAUTHORIZED: a person who mistypes the current password is still signed in.
  "wrong-credentials": "UNPROCESSABLE_CONTENT",
  "too-many-attempts": "TOO_MANY_REQUESTS",
  "too-many-calls": "TOO_MANY_REQUESTS",
  "account-suspended": "FORBIDDEN",
  // Only for programs: pages have no token.
  "token-unknown": "UNAUTHORIZED",
  "token-expired": "UNAUTHORIZED",
  "scope-missing": "FORBIDDEN",
  "browser-only": "FORBIDDEN",
  "cursor-wrong": "BAD_REQUEST",
  // The page asks for a proof of identity, and calls again.
  "step-up-needed": "PRECONDITION_FAILED",
  // As with a damaged database: waiting does not help.
  "study-damaged": "INTERNAL_SERVER_ERROR",
  "not-on-panel": "FORBIDDEN",
  "pair-not-eligible": "BAD_REQUEST",
  "tolerance-wrong": "BAD_REQUEST",
  "report-unknown": "NOT_FOUND",
  "votes-wrong": "BAD_REQUEST",
  "commitment-wrong": "BAD_REQUEST",
  "signature-wrong": "BAD_REQUEST",
  "mail-limit": "TOO_MANY_REQUESTS",
  "reminded-already": "TOO_MANY_REQUESTS",
  "secret-mismatch": "SERVICE_UNAVAILABLE",
  "clock-behind": "SERVICE_UNAVAILABLE",
  "clock-jumped": "SERVICE_UNAVAILABLE",
  "storage-full": "SERVICE_UNAVAILABLE",
  "storage-failing": "SERVICE_UNAVAILABLE",
  // Not SERVICE_UNAVAILABLE: a retry later would find it damaged too.
  "storage-damaged": "INTERNAL_SERVER_ERROR",
  "storage-away": "SERVICE_UNAVAILABLE",
  busy: "SERVICE_UNAVAILABLE",
};

/** Returns the transport status of a refusal: a conflict, unless the table above says otherwise. */
export function transportCodeOf(code: DomainErrorCode): TRPC_ERROR_CODE_KEY {
  return notConflicts[code] ?? "CONFLICT";
}

export function statusOf(code: DomainErrorCode): number {
  return getHTTPStatusCodeFromError(new TRPCError({ code: transportCodeOf(code) }));
}
