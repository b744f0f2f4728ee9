import * as say from "#messages/differences.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { logErrorWords } from "./log-error-words.ts";
import type { Problem, VerifyReport } from "./report.ts";
import type { ReservationKind } from "./reservations.ts";

const maxKept = 100;
const longest = 400;

/** Collects problems, reservations about what could not be checked, and counts of what was computed. */
export class ProblemCollector {
  /** The current entry; 0: a file outside the log. */
  seq = 0;
  readonly computed = { chances: 0, panels: 0, draws: 0, states: 0 };
  readonly #problems: Problem[] = [];
  readonly #reservations = new Map<ReservationKind, number>();
  #problemCount = 0;

  /** @returns whether the two are equal: texts as they are, everything else as canonical JSON */
  same(what: string, expected: unknown, found: unknown): boolean {
    if (expected === found) return true;
    const [wanted, seen] = [textOf(expected), textOf(found)];
    if (wanted === seen) return true;
    this.#add({ seq: this.seq, what, expected: shortened(wanted), found: shortened(seen) });
    return false;
  }

  /** Adds a problem unless a condition holds. @returns whether it holds */
  require(holds: boolean, what: string, expected: string, found: unknown): boolean {
    if (!holds) this.#add({ seq: this.seq, what, expected, found: shortened(textOf(found)) });
    return holds;
  }

  /** Requires a part to be present exactly if it is due. @param one the word for a part that is present */
  presence(what: string, isDue: boolean, isThere: boolean, one = say.one()): boolean {
    return this.same(what, isDue ? one : say.none(), isThere ? one : say.none());
  }

  atMost(what: string, most: number, found: number): boolean {
    return this.require(found <= most, what, say.atMost({ count: String(most) }), found);
  }

  /** Adds a problem that an error of the log's or the learner's own functions describes. */
  refuse(what: string, expected: string, error: LogError | LearnerError): void {
    const found = logErrorWords(error);
    this.#add({ seq: this.seq, what, expected, found, detail: shortened(error.message) });
  }

  reserve(kind: ReservationKind, count = 1): void {
    if (count > 0) this.#reservations.set(kind, (this.#reservations.get(kind) ?? 0) + count);
  }

  /** Runs a check; an error thrown by the log's or the learner's own functions becomes a problem. */
  guard(what: string, check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof LogError || error instanceof LearnerError)) throw error;
      this.refuse(what, say.formatAllows(), error);
    }
  }

  get result(): Pick<VerifyReport, "problems" | "problemCount" | "reservations" | "computed"> {
    return {
      problems: this.#problems,
      problemCount: this.#problemCount,
      reservations: [...this.#reservations].map(([kind, count]) => ({ kind, count })),
      computed: { ...this.computed },
    };
  }

  #add(problem: Problem): void {
    this.#problemCount += 1;
    if (this.#problems.length < maxKept) this.#problems.push(problem);
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? say.nothing() : canonicalJson(value);
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}
