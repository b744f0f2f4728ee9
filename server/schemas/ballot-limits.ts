/** Limits of one auditor's sealing in a round, so that large ballots do not slow down other auditors. */
export const ballotLimits = {
  /** In one ballot. */
  verdicts: 5_000,
  /** Versions of a ballot in one round. */
  versions: 20,
  /** Versions within one minute. */
  aMinute: 10,
  /** Devices of one seat in a study. */
  keys: 20,
} as const;
