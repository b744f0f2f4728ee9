import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "../../scripts/lib/refusal.mjs";

/** What the sample was drawn from and how; results of another plan say nothing about this one. */
export type Plan = {
  readonly seed: string;
  readonly areas: readonly string[];
  readonly count: number;
  readonly only: readonly string[];
  /** Which test files were asked, by words of their paths; all if none. */
  readonly tests: readonly string[];
  /** Of the product, the tests and the packages. */
  readonly fingerprint: string;
};

/** A test file on the checkout as it is. */
export type Unmutated = {
  readonly test: string;
  readonly seconds: number;
  readonly failure: string | null;
  /** The ids of the mutants of the plan that it comes near. */
  readonly reached: readonly string[];
};

/**
 * `killed`: a test failed. `timed-out`: one did not come to its end. `unreached`: no test runs the code. `refused`: nor does
 * one find it, but the compiler does not let it through.
 */
export type Outcome = "killed" | "timed-out" | "survived" | "unreached" | "refused";

export type Result = {
  readonly mutant: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  /** How many test files were there to find it. */
  readonly tests: number;
  /** The test that found it, and what it said. */
  readonly by?: string;
  /** Test files that failed with it once, and not again. */
  readonly doubted?: readonly string[];
};

type Line = { readonly plan: Plan } | { readonly unmutated: Unmutated } | { readonly result: Result };

/** The results of one plan in a file of JSON lines, kept as they come. */
export class Results {
  readonly plan: Plan;
  readonly unmutated = new Map<string, Unmutated>();
  readonly byMutant = new Map<string, Result>();
  readonly #file: string;

  /** Begins the file anew. */
  static begin(file: string, plan: Plan): Results {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf([{ plan }]));
    return new Results(file, plan);
  }

  /** Takes up a file that was begun. @throws Refusal if there is none, or the checkout has changed since */
  static resume(file: string, fingerprint: string): Results {
    const lines = linesOf(file);
    const [first] = lines;
    if (!first || !("plan" in first)) throw new Refusal(`${file} is not a file of results.`);
    if (first.plan.fingerprint !== fingerprint) {
      throw new Refusal("The product or its tests have changed since: run without --resume.");
    }
    writeFileSync(file, textOf(lines));
    const results = new Results(file, first.plan);
    for (const line of lines) results.#take(line);
    return results;
  }

  constructor(file: string, plan: Plan) {
    this.#file = file;
    this.plan = plan;
  }

  add(line: Line): void {
    this.#take(line);
    appendFileSync(this.#file, textOf([line]));
  }

  #take(line: Line): void {
    if ("unmutated" in line) this.unmutated.set(line.unmutated.test, line.unmutated);
    if ("result" in line) this.byMutant.set(line.result.mutant, line.result);
  }
}

function textOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function linesOf(file: string): Line[] {
  try {
    // A line that was cut off has no end yet.
    return readFileSync(file, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  } catch (cause) {
    throw new Refusal(`${file} cannot be read, so there is nothing to go on with.`, { cause });
  }
}
