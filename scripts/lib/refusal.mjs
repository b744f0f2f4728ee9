/**
 * An error that the user at the console can fix: shown as one sentence, without a stack. Empty if a program already
 * printed it.
 */
export class Refusal extends Error {}
