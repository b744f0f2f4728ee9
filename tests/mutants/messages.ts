/** What the child is asked: whether one of these test files, in this order, fails. */
export type Order = {
  readonly tests: readonly string[];
  /** The file that has a mutant in it until the answer is given. */
  readonly mutated?: { readonly file: string; readonly isInWorker: boolean };
};

export type Failure = {
  /** The test file; none if it was outside any. */
  readonly test: string;
  readonly name: string;
  readonly message: string;
};

/** What the child says: once it is ready, whenever it comes to a test file, and at the end. */
export type Sign = "ready" | { readonly at: string } | { readonly failure: Failure | null };
