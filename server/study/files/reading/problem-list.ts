import type { InputProblem } from "#server/errors.ts";
import { grouped, problemLimit } from "./limits.ts";

/** What is wrong, counted whole however little of it is listed. */
export type Wrong = {
  readonly count: number;
  readonly rows: ReadonlySet<number>;
  /** Whether all of it is about single rows, so that the others can be taken without them. */
  readonly isAboutRows: boolean;
};

/** Collects everything that is wrong, yet stays small when every cell of a large file is. */
export class ProblemList {
  private readonly listed: InputProblem[] = [];
  private readonly rows = new Set<number>();
  private count = 0;
  private isAboutRows = true;

  /**
   * @param describe called only if the problem is still listed
   * @param row      which row it is about, if it is about one
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

  /** The problems in the order they were found; a last one says how many more there are. */
  all(): InputProblem[] {
    return listedOf(this.listed, this.count);
  }
}

/** As many problems as are listed one by one; a last one says how many more there are. */
export function listedOf(problems: readonly InputProblem[], count: number): InputProblem[] {
  const listed = problems.slice(0, problemLimit);
  const more = count - listed.length;
  return more === 0 ? listed : [...listed, { message: `${grouped(more)} more problems are not listed.` }];
}
