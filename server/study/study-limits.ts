/**
 * The limits of a played study, so that it does not slow down other users (docs/limits.md, and measured in
 * docs/trials.md). The learner itself and the simulation allow more.
 */
export const studyLimits = {
  roundSize: 100,
  /** Seats on the panel of a round. */
  seats: 50,
  /** Seats in use: the auditors from whom panels are chosen. */
  members: 500,
  /** Types of members by the quotas that they count towards: a lottery over panels of 100 types takes some 10 s. */
  memberTypes: 100,
  /** Quotas of a stratified lot. */
  quotas: 50,
  /** Attributes of a member. */
  attributes: 10,
  /** Characters of the name or the value of an attribute. */
  attributeText: 60,
  /**
   * For kinds with 2^n rules. They are kept and written as few sums, but an opening holds two numbers of each rule,
   * three where some start ahead: up to 403 MB for 2^24.
   */
  conditions: 24,
  /**
   * For kinds with 2^n rules where every rule has numbers of its own, which are read and written in one piece, and
   * where all are looked through R times a round.
   */
  numberedConditions: 18,
  /** For kinds with 3^n rules: 3^11 = 177,147. */
  signedConditions: 11,
  /** For decision trees by depth, with FTPL: an opening takes 0.2 and 1.3 s (docs/performance.md). */
  treeConditions: { 2: 64, 3: 32 },
} as const;
