/** Something the person at the console can put right: shown as its one sentence, without a stack. Empty when a program said it already. */
export class Refusal extends Error {}
