/** Codes of all refusals by use cases; server/http/trpc/error-codes.ts has their transport statuses. */
export const domainErrorCodes = [
  "not-found",
  "forbidden",
  "bad-input",
  "not-signed-in",
  "wrong-credentials",
  "too-many-attempts",
  "too-many-calls",
  "account-suspended",
  "token-unknown",
  "token-expired",
  "too-many-tokens",
  "too-many-webhooks",
  "webhook-off",
  "scope-missing",
  "browser-only",
  "cursor-wrong",
  "step-up-needed",
  "step-outdated",
  "invitation-invalid",
  "email-taken",
  "role-conflict",
  "study-not-draft",
  "draft-outdated",
  "study-not-ready",
  "study-ended",
  "study-not-ended",
  "settings-fixed",
  "study-audits",
  "study-damaged",
  "horizon-passed",
  "not-enough-people",
  "no-seats",
  "more-seats-than-members",
  "panel-cannot-decide",
  "quotas-not-met",
  "too-many-types",
  "seat-resting",
  "seat-not-resting",
  "panel-full",
  "round-already-open",
  "too-many-open-rounds",
  "round-not-open",
  "draw-awaited",
  "round-closed",
  "round-cancelled",
  "policy-lost",
  "policy-too-large",
  "deadline-passed",
  "learner-busy",
  "not-on-panel",
  "ballots-sealed",
  "pair-not-eligible",
  "tolerance-wrong",
  "tolerances-not-needed",
  "report-unknown",
  "report-annulled",
  "annulment-pending",
  "votes-wrong",
  "objection-too-early",
  "objection-pending",
  "objection-forwarded",
  "personal-link-over",
  "outcome-of-rejected",
  "decision-overridden",
  "decision-unchanged",
  "person-erased",
  "retention-over",
  "outcome-exists",
  "outcome-missing",
  "outcome-unchanged",
  "key-reused",
  "key-running",
  "key-interrupted",
  "key-unknown",
  "key-unproven",
  "key-taken",
  "too-many-keys",
  "ballot-outdated",
  "shown-wrong",
  "commitment-wrong",
  "signature-wrong",
  "too-many-ballots",
  "pdf-failed",
  "mail-off",
  "mail-failed",
  "mail-limit",
  "reminded-already",
  "reminder-gone",
  "secret-mismatch",
  "seeds-used-up",
  "clock-behind",
  "clock-jumped",
  "storage-full",
  "storage-failing",
  "storage-damaged",
  "storage-away",
  "busy",
] as const;

export type DomainErrorCode = (typeof domainErrorCodes)[number];

/** The exact place of an error in the input: a row of a file (from 1), a field, the expected value. */
export type InputProblem = {
  readonly row?: number;
  readonly field?: string;
  readonly message: string;
};

/**
 * A refusal that the caller may show as it is: `message` is a plain sentence that says what to do, in the language of the
 * request (catalogue `refusals`).
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;
  readonly problems: readonly InputProblem[];
  /** Seconds after which the request may be repeated, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(
    code: DomainErrorCode,
    message: string,
    problems: readonly InputProblem[] = [],
    options?: ErrorOptions & { readonly retryAfter?: number },
  ) {
    super(message, options);
    this.code = code;
    this.problems = problems;
    this.retryAfter = options?.retryAfter;
  }
}

/** Makes the refusal of one input, whose sentence the form shows at `field`, or at no field. */
export function badInput(message: string, field?: string): DomainError {
  return new DomainError("bad-input", message, [{ ...(field !== undefined && { field }), message }]);
}

/** Compares by name, not by class: Next bundles this file more than once. */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === "DomainError" && "code" in error && "problems" in error;
}
