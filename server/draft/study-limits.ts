/**
 * What a study that is played may have at most, so that nothing of it makes everybody else wait (docs/limits.md,
 * `npm run trial:costs`). The learner itself and the simulation take more.
 */
export const studyLimits = {
  roundSize: 100,
  seats: 50,
  /** Of kinds with 2^n rules: kept and written as few sums, but an opening holds three numbers of each rule, 403 MB of 2^24. */
  conditions: 24,
  /** The same where every rule has numbers of its own, which are read and written in one piece, and where all are looked through R times a round. */
  numberedConditions: 18,
  /** Of kinds with 3^n rules: 3^11 = 177,147. */
  signedConditions: 11,
} as const;
