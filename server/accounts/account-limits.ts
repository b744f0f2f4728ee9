import { invitationDays, resetHours } from "#server/schemas/durations.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Limits of accounts, sessions and tokens: durations in milliseconds, or counts. docs/limits.md gives their reasons.
 */
export const limits = {
  invitationLife: invitationDays * DAY,
  resetLife: resetHours * HOUR,
  sessionLife: 12 * HOUR,
  administratorIdle: 30 * MINUTE,
  /** Allowed staleness of `lastSeenAt`, so that not every request causes a write. */
  sessionTouch: MINUTE,
  /** How long a confirmation allows its session to perform sensitive actions. */
  confirmationLife: 10 * MINUTE,
  /** Time for a browser to answer a challenge. */
  pendingLife: 10 * MINUTE,
  deviceLife: 365 * DAY,
  devicesKept: 10,
  tokensKept: 20,
  /** How long an expired token stays in the list. */
  tokenListed: 30 * DAY,
  /** How long the first response to a call with an idempotency key is kept. */
  answerKept: DAY,
  /** Age after which a call with an idempotency key and no response counts as interrupted. */
  callTimeout: 10 * MINUTE,
} as const;
