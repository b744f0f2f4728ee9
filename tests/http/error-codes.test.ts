import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { expect, it } from "vitest";
import { DomainError, type DomainErrorCode } from "#server/errors.ts";
import { transportCodes } from "#server/http/trpc/error-codes.ts";
import { toTransport } from "#server/http/trpc/error-shape.ts";

/** Written by hand: what a browser or a program is told by the status alone. */
const statuses = {
  // Ask otherwise, and it may work.
  "bad-input": 400,
  "cursor-wrong": 400,
  "pair-not-eligible": 400,
  "tolerance-wrong": 400,
  "wrong-credentials": 422,
  // Sign in; 401 leads pages there, so nothing else may have it, but for programs with a token, which see no page.
  "not-signed-in": 401,
  "token-unknown": 401,
  "token-expired": 401,
  // Not you.
  forbidden: 403,
  "account-suspended": 403,
  "scope-missing": 403,
  "browser-only": 403,
  "step-up-needed": 412,
  "step-outdated": 409,
  "not-on-panel": 403,
  "not-found": 404,
  // It is too late or too early, or somebody else was faster.
  "deadline-passed": 409,
  "draft-outdated": 409,
  "email-taken": 409,
  "horizon-passed": 409,
  "invitation-invalid": 409,
  "key-reused": 409,
  "key-running": 409,
  "key-interrupted": 409,
  "too-many-tokens": 409,
  "key-unknown": 409,
  "key-unproven": 409,
  "key-taken": 409,
  "too-many-keys": 409,
  "ballot-outdated": 409,
  "shown-wrong": 409,
  "commitment-wrong": 400,
  "signature-wrong": 400,
  "learner-busy": 409,
  "mail-off": 409,
  "no-seats": 409,
  "panel-full": 409,
  "not-enough-people": 409,
  "outcome-exists": 409,
  "outcome-missing": 409,
  "outcome-of-rejected": 409,
  "outcome-unchanged": 409,
  "reminder-gone": 409,
  "role-conflict": 409,
  "round-already-open": 409,
  "round-closed": 409,
  "person-erased": 409,
  "ballots-sealed": 409,
  "mail-failed": 409,
  "round-not-open": 409,
  "draw-awaited": 409,
  "seed-chain-used-up": 409,
  "study-ended": 409,
  "study-audits": 409,
  "study-not-draft": 409,
  "too-many-ballots": 409,
  "study-not-ready": 409,
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
  "storage-damaged": 500,
  "study-damaged": 500,
  "storage-full": 503,
  "storage-failing": 503,
} as const satisfies Record<DomainErrorCode, number>;

it("every refusal has a status, and there is none for refusals that are gone", () => {
  expect(Object.keys(transportCodes).sort()).toEqual(Object.keys(statuses).sort());
});

it.each(Object.entries(statuses))("a refusal %s is answered with %d", (code, status) => {
  const cause = new DomainError(code as DomainErrorCode, "The sentence.");
  const error = toTransport(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));
  expect(getHTTPStatusCodeFromError(error)).toBe(status);
  expect([error.message, error.cause]).toEqual(["The sentence.", cause]);
});
