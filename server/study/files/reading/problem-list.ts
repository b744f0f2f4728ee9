import * as t from "#messages/fileProblems.ts";
import type { InputProblem } from "#server/errors.ts";
import { problemLimit } from "../limits.ts";

/** The number of problems, including those that are not listed. */
export type Wrong = {
  readonly count: number;
  readonly rows: ReadonlySet<number>;
  /** Whether all problems are about single rows, so that the other rows can be imported without them. */
  readonly isAboutRows: boolean;
};

/** Collects all problems, but stays small even when every cell of a large file has one. */
export class ProblemList {
  private readonly listed: InputProblem[] = [];
  private readonly rows = new Set<number>();
  private count = 0;
  private isAboutRows = true;

  /**
   * @param describe called only if the problem is still listed
   * @param row      the row, if the problem is about one
   */
  add(describe: () => InputProblem, row?: number): void {
    this.count += 1;
    if (row === undefined) this.isAboutRows = false;
    else this.rows.add(row);
    if (this.listed.length < problemLimit) {
      this.listed.push(describe());
    }
  }

  wrong(): Wrong {
    return { count: this.count, rows: this.rows, isAboutRows: this.isAboutRows };
  }

  /** Returns the problems in the order in which they were found; a last one says how many more there are. */
  all(): InputProblem[] {
    return listedOf(this.listed, this.count);
  }
}

/** Returns the problems that are listed one by one; a last one says how many more there are. */
export function listedOf(problems: readonly InputProblem[], count: number): InputProblem[] {
  const listed = problems.slice(0, problemLimit);
  const more = count - listed.length;
  return more === 0 ? listed : [...listed, { message: t.moreProblems({ count: more }) }];
}
