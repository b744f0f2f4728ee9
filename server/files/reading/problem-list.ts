import type { InputProblem } from "#server/errors.ts";
import { grouped, problemLimit } from "./limits.ts";

/** Collects everything that is wrong, yet stays small when every cell of a large file is. */
export class ProblemList {
  private readonly listed: InputProblem[] = [];
  private count = 0;

  /** @param describe called only if the problem is still listed */
  add(describe: () => InputProblem): void {
    this.count += 1;
    if (this.listed.length < problemLimit) {
      this.listed.push(describe());
    }
  }

  /** The problems in the order they were found; a last one says how many more there are. */
  all(): InputProblem[] {
    const more = this.count - this.listed.length;
    return more === 0
      ? this.listed
      : [...this.listed, { message: `${grouped(more)} more problems are not listed.` }];
  }
}
