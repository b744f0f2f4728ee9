/** The closed list of errors of a call of the learner. */
export type LearnerErrorCode =
  | "shape"
  | "range"
  | "not-finite"
  | "not-a-decimal"
  | "unknown-kind"
  | "class-too-large"
  | "class-unlisted"
  | "list-missing"
  | "cuts-need-numbers"
  | "class-empty"
  | "types-too-few"
  | "horizon-missing"
  | "horizon-passed"
  | "eps-outside-alpha"
  | "delta-outside"
  | "prior-outside"
  | "picks-outside"
  | "picks-need-even-draw"
  | "picks-fraction"
  | "needs-weights"
  | "setting-missing"
  | "setting-unused"
  | "gamma-outside"
  | "auditor-unknown"
  | "panel-rule-empty"
  | "panel-rule-constant"
  | "panel-rule-too-large"
  | "noise-seed"
  | "resample-missing"
  | "pair-not-eligible"
  | "fairness-weight-outside"
  | "pair-rule-undefined"
  | "outcome-unchanged"
  | "solver-failed"
  | "snapshot-damaged";

/** How many there are of what is limited, and how many there may be. */
export type Figures = { readonly count: number; readonly most: number };

/** A call that the learner refuses: a bug of the caller or a forged record, never something to repair silently. */
export class LearnerError extends Error {
  override readonly name = "LearnerError";
  readonly code: LearnerErrorCode;
  readonly figures: Figures | undefined;

  constructor(
    code: LearnerErrorCode,
    message: string,
    { figures, ...options }: ErrorOptions & { readonly figures?: Figures | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.figures = figures;
  }
}

/**
 * Recognises a learner error by name, not by class: the pool that a worker's refusal comes from may use another bundle
 * of this file.
 */
export function isLearnerError(error: unknown): error is LearnerError {
  return error instanceof Error && error.name === "LearnerError" && "code" in error;
}
