const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds, unless it is a count. docs/limits.md says what they are for. */
export const limits = {
  invitationLife: 7 * DAY,
  resetLife: DAY,
  sessionLife: 12 * HOUR,
  administratorIdle: 30 * MINUTE,
  /** How stale `lastSeenAt` may be: not every request is worth a write. */
  sessionTouch: MINUTE,
  /** How long a confirmation lets its session do what is weighty. */
  confirmationLife: 10 * MINUTE,
  /** How long a browser may take to answer a challenge. */
  pendingLife: 10 * MINUTE,
  deviceLife: 365 * DAY,
  devicesKept: 10,
  tokensKept: 20,
  /** How long a token that has run out is still listed. */
  tokenListed: 30 * DAY,
  /** How long the first answer of a call with a key is kept. */
  answerKept: DAY,
  /** A call with a key that has had no answer for so long was broken off. */
  callPatience: 10 * MINUTE,
} as const;
