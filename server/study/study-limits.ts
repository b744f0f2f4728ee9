/**
 * What a study that is played may have at most, so that nothing of it makes everybody else wait (docs/limits.md,
 * `npm run trial -- costs`). The learner itself and the simulation take more.
 */
export const studyLimits = {
  roundSize: 100,
  seats: 50,
  /** Of kinds with 2^n rules: kept and written as few sums, but an opening holds two numbers of each rule, three where some start ahead: up to 403 MB of 2^24. */
  conditions: 24,
  /** The same where every rule has numbers of its own, which are read and written in one piece, and where all are looked through R times a round. */
  numberedConditions: 18,
  /** Of kinds with 3^n rules: 3^11 = 177,147. */
  signedConditions: 11,
  /** Of decision trees by depth, with FTPL: an opening takes 0.2 and 1.3 s (docs/performance.md). */
  treeConditions: { 2: 64, 3: 32 },
} as const;
