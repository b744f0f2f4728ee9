import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { expect, it } from "vitest";
import { DomainError, type DomainErrorCode, domainErrorCodes } from "#server/errors.ts";
import { toTransport } from "#server/http/trpc/error-shape.ts";

/**
 * Status codes that tell a browser or a program what to do, written by hand. All other refusals are 409: the request is
 * too late or too early, or another request was faster.
 */
const statuses: { readonly [Code in DomainErrorCode]?: number } = {
  // Change the request, and it may work.
  "bad-input": 400,
  "commitment-wrong": 400,
  "cursor-wrong": 400,
  "pair-not-eligible": 400,
  "votes-wrong": 400,
  "signature-wrong": 400,
  "tolerance-wrong": 400,
  "tolerances-not-needed": 409,
  "wrong-credentials": 422,
  // Sign in. Pages redirect there on 401, so no other code may have it, except for programs with a token.
  "not-signed-in": 401,
  "token-expired": 401,
  "token-unknown": 401,
  // Not allowed for this account.
  "account-suspended": 403,
  "browser-only": 403,
  forbidden: 403,
  "not-on-panel": 403,
  "scope-missing": 403,
  "step-up-needed": 412,
  "not-found": 404,
  "report-unknown": 404,
  // Wait.
  "mail-limit": 429,
  "reminded-already": 429,
  "too-many-attempts": 429,
  "too-many-calls": 429,
  busy: 503,
  "clock-behind": 503,
  "clock-jumped": 503,
  "secret-mismatch": 503,
  "storage-away": 503,
  "storage-failing": 503,
  "storage-full": 503,
  // Damaged.
  "storage-damaged": 500,
  "study-damaged": 500,
};

it.each(domainErrorCodes)("the refusal %s has its status", (code) => {
  const cause = new DomainError(code, "The sentence.");
  const error = toTransport(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));
  expect(getHTTPStatusCodeFromError(error)).toBe(statuses[code] ?? 409);
  expect([error.message, error.cause]).toEqual(["The sentence.", cause]);
});
