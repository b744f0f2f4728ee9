const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds throughout. */
export const limits = {
  invitationLife: 14 * DAY,
  sessionLife: 30 * DAY,
  sessionIdle: 7 * DAY,
  /** How stale `lastSeenAt` may be: not every request is worth a write. */
  sessionTouch: 5 * MINUTE,
} as const;
